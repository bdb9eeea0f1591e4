// Helpers for tests of provider flows: a profile, and a started flow.
import { randomUUID } from 'node:crypto';
import type { CallArguments, CallResult } from '../../../support/database/sql_api.ts';
import { newEmail } from '../../../support/processes/stack.ts';

type Call = (name: string, args: CallArguments) => Promise<CallResult>;

export const PKCE = { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' };

/** Returns a provider's profile of a new user. */
export function createProfile(
  o: { email?: string | null; verified?: boolean; subject?: string; optional?: boolean } = {},
): CallArguments {
  const { email = newEmail(), verified = true, subject = randomUUID(), optional = false } = o;
  return {
    subject,
    emails: email === null ? [] : [{ email, verified, primary: true }],
    data: {
      sub: subject,
      provider_id: subject,
      ...(email ? { email } : {}),
      email_verified: verified,
      phone_verified: false,
    },
    email_optional: optional,
  };
}

/** Starts a flow, and consumes it by default. */
export async function startFlow(
  call: Call,
  o: { args?: CallArguments; taken?: boolean; invitation?: unknown } = {},
): Promise<string> {
  const id = randomUUID();
  const { claims } = o.args ?? {};
  const name = claims ? 'start_identity_link' : 'start_provider_flow';
  await call(name, { id, provider: 'github', redirect_to: 'http://localhost:3000', verifier: 'sealed', ...o.args });
  if (o.taken !== false) await call('consume_provider_flow', { id });
  return id;
}
