// Helpers of the tests of second factors: users with the real client, and their authenticator app.
import type { Session } from '@supabase/auth-js';
import { type Client, createClient, good, sessionOf } from '../../support/clients/client.ts';
import { earlyInStep, fromBase32, totpAt } from '../../support/clients/totp.ts';
import { confirmedUser, type Stack } from '../../support/processes/stack.ts';

export interface Person {
  client: Client['auth'];
  id: string;
  email: string;
  password: string;
}

/** A user signed in with a password. */
export async function person(stack: Stack): Promise<Person> {
  const { email, password, id } = await confirmedUser(stack);
  return { email, password, id, client: await signIn(stack, { email, password }) };
}

/** Opens another session of a user, in a client of its own. */
export async function signIn(stack: Stack, who: { email: string; password: string }): Promise<Client['auth']> {
  const { auth } = createClient(stack.url);
  sessionOf(await auth.signInWithPassword({ email: who.email, password: who.password }));
  return auth;
}

export interface App {
  factorId: string;
  /** Returns the TOTP code of the current time step; `steps` is an offset in time steps, negative for earlier ones. */
  code(steps?: number): string;
}

/** Enrolls a factor, without verifying it. */
export async function enroll(client: Client['auth'], friendlyName?: string): Promise<App> {
  const { id, totp } = good(
    await client.mfa.enroll({ factorType: 'totp', ...(friendlyName === undefined ? {} : { friendlyName }) }),
  );
  const secret = fromBase32(totp.secret);
  return { factorId: id, code: (steps = 0) => totpAt(secret, Date.now() + steps * 30_000) };
}

/** Creates a user with a verified app, in a session of aal2. The code of the previous step is consumed. */
export async function protectedPerson(stack: Stack): Promise<Person & { app: App }> {
  const someone = await person(stack);
  const app = await enroll(someone.client, 'phone');
  await earlyInStep();
  good(await someone.client.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(-1) }));
  return { ...someone, app };
}

/** Returns the session that a client holds. */
export async function heldSession(client: Client['auth']): Promise<Session> {
  return sessionOf(await client.getSession());
}
