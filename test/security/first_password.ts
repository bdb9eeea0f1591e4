// All requests that a person without the mailbox can make for an unconfirmed address, and their effect on the first
// password.
import { type Answer, api, type Connection, deliver, refusedCode, type TokenRow } from '../support/database/surface.ts';

export const FIRST_PASSWORD = 'the first sign-up chose this';
export const OTHER_PASSWORD = 'a later sign-up chose this';

/** The oracle, independent of the code under test: the state of an address that the documented rules need. */
export interface Model {
  /** True if the newest confirmation mail belongs to the first sign-up: sent by it, or resent without a break. */
  unbroken: boolean;
  /** True if nobody has tried to sign up the address with another password. */
  unanimous: boolean;
}

export interface World {
  sql: Connection;
  email: string;
  forward: (by: string, on?: Connection) => Promise<void>;
}

export interface Action {
  name: string;
  call: string;
  args: Answer;
  /** True if the request comes within the mail spacing and gets 429. */
  limited: boolean;
  /** Omitted from the longest sequences, because another action has the same effect on the account. */
  twin?: true;
  after(model: Model): Model;
}

const same = (model: Model): Model => model;
const broken = (model: Model): Model => ({ ...model, unbroken: false });
const contradicted = (model: Model): Model => ({ ...model, unanimous: false });

export const FIRST: Action = {
  name: 'sign_up(first)',
  call: 'sign_up',
  args: { password: FIRST_PASSWORD },
  limited: false,
  after: () => ({ unbroken: true, unanimous: true }),
};

const action = (name: string, call: string, args: Answer, after: Action['after'], o: Partial<Action> = {}): Action => ({
  name,
  call,
  args,
  limited: name.endsWith(' 429'),
  after,
  ...o,
});
const first = { password: FIRST_PASSWORD };
const other = { password: OTHER_PASSWORD };

export const ACTIONS: readonly Action[] = [
  action('sign_up(first)', 'sign_up', first, same),
  action('sign_up(first) 429', 'sign_up', first, same, { twin: true }),
  action('sign_up(other)', 'sign_up', other, contradicted),
  action('sign_up(other) 429', 'sign_up', other, contradicted),
  action('resend', 'resend', { type: 'signup' }, same),
  action('resend 429', 'resend', { type: 'signup' }, same),
  action('otp', 'request_otp', {}, broken),
  action('otp 429', 'request_otp', {}, same, { twin: true }),
  action('otp(create_user false)', 'request_otp', { create_user: false }, broken, { twin: true }),
  action('magiclink', 'request_magic_link', {}, broken),
  action('recover', 'request_recovery', {}, same),
];

/** Runs an action after the mail spacing or, if `limited`, within it. Returns the live tokens. */
export async function act(world: World, action: Action): Promise<TokenRow[]> {
  const { sql, email } = world;
  if (action.limited) {
    await sql.unsafe(
      `insert into auth.attempts as m (digest, asked_at, touched_at)
       select auth_lib.attempt_digest(p, $1), auth_lib.clock(), auth_lib.clock() from unnest('{signup,link}'::text[]) as p
       on conflict on constraint attempts_pkey do update set asked_at = excluded.asked_at`,
      [email],
    );
  } else {
    await world.forward('901 seconds', sql);
  }
  const answer = await api(sql, action.call, { email, ...action.args });
  const code = refusedCode(answer);
  if (code !== (action.limited ? 'over_email_send_rate_limit' : undefined)) {
    throw new Error(`${action.name} was answered ${JSON.stringify(answer)}`);
  }
  return deliver(sql, email);
}

export type ProofKind = 'link clicked' | 'link posted' | 'link posted as email' | 'code' | 'code as email';

/** Returns the call with which the mailbox owner consumes the token. */
export function proof(kind: ProofKind, token: TokenRow, email: string, code: string): { call: string; args: Answer } {
  const type = token.kind === 'confirmation' ? 'signup' : 'recovery';
  const link = { id: token.id, pkce: false };
  switch (kind) {
    case 'link clicked':
      return { call: 'follow_link', args: { type, link } };
    case 'link posted':
      return { call: 'verify_token', args: { type, link } };
    case 'link posted as email':
      return { call: 'verify_token', args: { type: 'email', link } };
    case 'code':
      return { call: 'verify_token', args: { type, email, code } };
    case 'code as email':
      return { call: 'verify_token', args: { type: 'email', email, code } };
  }
}

export const PROOFS: readonly ProofKind[] = [
  'link clicked',
  'link posted',
  'link posted as email',
  'code',
  'code as email',
];
