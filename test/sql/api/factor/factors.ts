// Helpers for tests of second factors in SQL: settings, users with a factor, and TOTP codes.
import { randomBytes, randomUUID } from 'node:crypto';
import { computeTotp } from '../../../support/clients/totp.ts';
import {
  type CallArguments,
  type CallResult,
  client,
  code_keys,
  createConfirmedPerson,
  type ExpectedError,
  readSession,
  type SqlApi,
  type SqlPerson,
} from '../../../support/database/sql_api.ts';
import { phoneSettings } from '../../phone.ts';

/** Settings with every factor type enabled, and an SMS provider. */
export const factorSettings = (more: CallArguments = {}): CallArguments =>
  phoneSettings({
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    ...more,
  });

export const NOT_FOUND: ExpectedError = [404, 'mfa_factor_not_found', 'Factor not found'];
export const NO_UUID: ExpectedError = [404, 'validation_failed', 'factor_id must be an UUID'];
export const ENROLL_AAL2: ExpectedError = [403, 'insufficient_aal', 'AAL2 required to enroll a new factor'];

type WithClaims = Pick<SqlPerson, 'claims'>;

export interface TotpFactor {
  id: string;
  secret: Buffer;
}

/** Enrolls an unverified TOTP factor. */
export async function enrollTotp(
  sql_api: SqlApi,
  { claims }: WithClaims,
  more: CallArguments = {},
): Promise<TotpFactor> {
  const [id, secret] = [randomUUID(), randomBytes(20)];
  const args = { id, factor_type: 'totp', secret: 'sealed', settings: factorSettings(), client, ...more };
  await sql_api.call('enroll_factor', { claims, ...args });
  return { id, secret };
}

/** Enrolls a factor with these arguments. Returns its id. */
export async function enrollFactor(sql_api: SqlApi, { claims }: WithClaims, more: CallArguments): Promise<string> {
  const id = randomUUID();
  await sql_api.call('enroll_factor', { claims, id, settings: factorSettings(), client, ...more });
  return id;
}

/** Returns the TOTP code of the current time step, or of a number of steps later. */
export const totpCode = (sql_api: SqlApi, { secret }: TotpFactor, steps = 0): string =>
  computeTotp(secret, Date.parse(sql_api.now()) + steps * 30_000);

export async function challengeFactor(sql_api: SqlApi, { claims }: WithClaims, factor_id: string): Promise<string> {
  const { id } = await sql_api.call('challenge_factor', { claims, factor_id, settings: factorSettings(), client });
  return String(id);
}

/** Returns the arguments that verify a TOTP code. */
export const totpArguments = (
  { claims }: WithClaims,
  app: TotpFactor,
  challenge_id: string,
  code: string,
  more: CallArguments = {},
): CallArguments => ({
  claims,
  factor_id: app.id,
  challenge_id,
  code,
  proof: { secret: app.secret.toString('hex') },
  code_keys,
  settings: factorSettings(),
  client,
  ...more,
});

/** Challenges a TOTP factor and verifies its current code. */
export async function verifyTotp(sql_api: SqlApi, person: WithClaims, app: TotpFactor): Promise<CallResult> {
  const args = totpArguments(person, app, await challengeFactor(sql_api, person, app.id), totpCode(sql_api, app));
  return sql_api.call('verify_factor', args);
}

/** Creates a user with a verified TOTP factor and a session at aal2. The current code is consumed. */
export async function createPersonWithTotp(
  sql_api: SqlApi,
): Promise<SqlPerson & { app: TotpFactor; weak: CallArguments }> {
  const person = await createConfirmedPerson(sql_api);
  const app = await enrollTotp(sql_api, person);
  const { claims } = readSession(await verifyTotp(sql_api, person, app));
  return { ...person, app, claims, weak: await signIn(sql_api, person) };
}

/** Signs in with the password. Returns the claims of the new session. */
export async function signIn(
  sql_api: SqlApi,
  { email, password }: Pick<SqlPerson, 'email' | 'password'>,
): Promise<CallArguments> {
  const answer = await sql_api.call('sign_in_with_password', { email, password, settings: factorSettings(), client });
  return readSession(answer).claims;
}
