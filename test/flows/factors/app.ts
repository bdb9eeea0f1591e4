// Helpers for tests of second factors: users with auth-js, and their TOTP factors.
import type { Session } from '@supabase/auth-js';
import { type Client, createClient, expectData, sessionOf } from '../../support/clients/client.ts';
import { computeTotp, decodeBase32, waitForFreshTimeStep } from '../../support/clients/totp.ts';
import { confirmedUser, type Stack } from '../../support/processes/stack.ts';

export interface PersonWithClient {
  client: Client['auth'];
  id: string;
  email: string;
  password: string;
}

/** Creates a user with a password session in auth-js. */
export async function createPerson(stack: Stack): Promise<PersonWithClient> {
  const { email, password, id } = await confirmedUser(stack);
  return { email, password, id, client: await signIn(stack, { email, password }) };
}

/** Opens another session of a user in a separate client. */
export async function signIn(stack: Stack, who: { email: string; password: string }): Promise<Client['auth']> {
  const { auth } = createClient(stack.url);
  sessionOf(await auth.signInWithPassword({ email: who.email, password: who.password }));
  return auth;
}

export interface TotpFactor {
  factorId: string;
  /** Returns the TOTP code of the current time step; `steps` is an offset in time steps, negative for earlier ones. */
  code(steps?: number): string;
}

/** Enrolls a TOTP factor without verifying it. */
export async function enrollTotp(client: Client['auth'], friendlyName?: string): Promise<TotpFactor> {
  const { id, totp } = expectData(
    await client.mfa.enroll({ factorType: 'totp', ...(friendlyName === undefined ? {} : { friendlyName }) }),
  );
  const secret = decodeBase32(totp.secret);
  return { factorId: id, code: (steps = 0) => computeTotp(secret, Date.now() + steps * 30_000) };
}

/** Creates a user with a verified TOTP factor and a session at aal2. The code of the previous time step is consumed. */
export async function createPersonWithTotp(stack: Stack): Promise<PersonWithClient & { app: TotpFactor }> {
  const someone = await createPerson(stack);
  const app = await enrollTotp(someone.client, 'phone');
  await waitForFreshTimeStep();
  expectData(await someone.client.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code(-1) }));
  return { ...someone, app };
}

export async function sessionOfClient(client: Client['auth']): Promise<Session> {
  return sessionOf(await client.getSession());
}
