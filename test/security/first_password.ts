// All requests that a person without access to the mailbox can send for an unconfirmed address, and their effect on the
// account's first password.
import {
  api,
  type CallResult,
  type Connection,
  leaseQueuedMessages,
  returnedErrorCode,
  type TokenRow,
} from '../support/database/sql_api.ts';

export const FIRST_PASSWORD = 'the first sign-up chose this';
export const OTHER_PASSWORD = 'a later sign-up chose this';

/** The expected state of an address by the documented rules, independent of the code under test. */
export interface ExpectedState {
  /**
   * True if the newest confirmation mail belongs to the first sign-up: sent by the sign-up itself, or resent without
   * another mail between.
   */
  unbroken: boolean;
  /** True if no sign-up for the address had another password. */
  unanimous: boolean;
}

export interface SignUpRun {
  sql: Connection;
  email: string;
  forward: (by: string, on?: Connection) => Promise<void>;
}

export interface SignUpAction {
  name: string;
  call: string;
  args: CallResult;
  /** True if the request comes within the mail spacing and is rejected. */
  limited: boolean;
  /** True if another action has the same effect on the account. The longest sequences omit such actions. */
  twin?: true;
  after(model: ExpectedState): ExpectedState;
}

const same = (model: ExpectedState): ExpectedState => model;
const broken = (model: ExpectedState): ExpectedState => ({ ...model, unbroken: false });
const contradicted = (model: ExpectedState): ExpectedState => ({ ...model, unanimous: false });

export const FIRST_SIGN_UP: SignUpAction = {
  name: 'sign_up(first)',
  call: 'sign_up',
  args: { password: FIRST_PASSWORD },
  limited: false,
  after: () => ({ unbroken: true, unanimous: true }),
};

const action = (
  name: string,
  call: string,
  args: CallResult,
  after: SignUpAction['after'],
  o: Partial<SignUpAction> = {},
): SignUpAction => ({
  name,
  call,
  args,
  limited: name.endsWith(' 429'),
  after,
  ...o,
});
const first = { password: FIRST_PASSWORD };
const other = { password: OTHER_PASSWORD };

export const ACTIONS: readonly SignUpAction[] = [
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

/** Performs an action after the mail spacing or, if `limited`, within it. Returns the valid tokens. */
export async function performAction(world: SignUpRun, action: SignUpAction): Promise<TokenRow[]> {
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
  const code = returnedErrorCode(answer);
  if (code !== (action.limited ? 'over_email_send_rate_limit' : undefined)) {
    throw new Error(`${action.name} was answered ${JSON.stringify(answer)}`);
  }
  return leaseQueuedMessages(sql, email);
}

export type ConfirmationKind = 'link clicked' | 'link posted' | 'link posted as email' | 'code' | 'code as email';

/** Returns the SQL call with which the mailbox owner consumes a token. */
export function confirmationCall(
  kind: ConfirmationKind,
  token: TokenRow,
  email: string,
  code: string,
): { call: string; args: CallResult } {
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

export const CONFIRMATION_KINDS: readonly ConfirmationKind[] = [
  'link clicked',
  'link posted',
  'link posted as email',
  'code',
  'code as email',
];
