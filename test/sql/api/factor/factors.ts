// Helpers of the tests of second factors in SQL: settings, users with a factor, and a software authenticator app.
import { randomBytes, randomUUID } from 'node:crypto';
import { totpAt } from '../../../support/clients/totp.ts';
import {
  type Answer,
  type Args,
  client,
  code_keys,
  confirmed,
  type Expected,
  type Person,
  type Surface,
  sessionOf,
} from '../../../support/database/surface.ts';
import { phones } from '../../phone.ts';

/** Settings with every type of factor enabled, and an SMS gateway. */
export const factors = (more: Args = {}): Args =>
  phones({
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    ...more,
  });

export const NOT_FOUND: Expected = [404, 'mfa_factor_not_found', 'Factor not found'];
export const NO_UUID: Expected = [404, 'validation_failed', 'factor_id must be an UUID'];
export const ENROLL_AAL2: Expected = [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'];

type Claims = Pick<Person, 'claims'>;

export interface App {
  id: string;
  secret: Buffer;
}

/** Enrolls an unverified TOTP factor. */
export async function enrolled(surface: Surface, { claims }: Claims, more: Args = {}): Promise<App> {
  const [id, secret] = [randomUUID(), randomBytes(20)];
  const args = { id, factor_type: 'totp', secret: 'sealed', settings: factors(), client, ...more };
  await surface.call('enroll_factor', { claims, ...args });
  return { id, secret };
}

/** Enrolls a phone or an authenticator factor. */
export async function enrolledAs(surface: Surface, { claims }: Claims, more: Args): Promise<string> {
  const id = randomUUID();
  await surface.call('enroll_factor', { claims, id, settings: factors(), client, ...more });
  return id;
}

/** Returns the code that the app shows this many time steps from now. */
export const codeAt = (surface: Surface, { secret }: App, steps = 0): string =>
  totpAt(secret, Date.parse(surface.now()) + steps * 30_000);

export async function challenged(surface: Surface, { claims }: Claims, factor_id: string): Promise<string> {
  const { id } = await surface.call('challenge_factor', { claims, factor_id, settings: factors(), client });
  return String(id);
}

/** Returns the arguments that verify an app's code. */
export const answering = ({ claims }: Claims, app: App, challenge_id: string, code: string, more: Args = {}): Args => ({
  claims,
  factor_id: app.id,
  challenge_id,
  code,
  proof: { secret: app.secret.toString('hex') },
  code_keys,
  settings: factors(),
  client,
  ...more,
});

/** Challenges the app and answers with its current code. */
export async function answerChallenge(surface: Surface, person: Claims, app: App): Promise<Answer> {
  const args = answering(person, app, await challenged(surface, person, app.id), codeAt(surface, app));
  return surface.call('verify_factor', args);
}

/** Creates a user with a verified app, in a session of aal2. The current code is consumed. */
export async function protectedPerson(surface: Surface): Promise<Person & { app: App; weak: Args }> {
  const person = await confirmed(surface);
  const app = await enrolled(surface, person);
  const { claims } = sessionOf(await answerChallenge(surface, person, app));
  return { ...person, app, claims, weak: await signedIn(surface, person) };
}

/** Returns the claims of another session by password. */
export async function signedIn(
  surface: Surface,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Args> {
  const answer = await surface.call('sign_in_with_password', { email, password, settings: factors(), client });
  return sessionOf(answer).claims;
}
