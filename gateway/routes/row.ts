// What a row of the route table says. Server, tests, and the documents that follow are derived from these rows.

import type { Settings } from '../../core/settings/table.ts';
import type { PoolName } from '../database/pools.ts';
import type { BodyShape } from '../http/body.ts';
import type { GatewayError } from '../http/errors.ts';
import type { QueryShape } from '../http/query.ts';
import type { Ceremony } from '../webauthn/credential.ts';
import { FUNCTIONS } from './generated/functions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: nobody in particular, a user's token, a token with an administrator's role. */
export type Auth = 'none' | 'user' | 'admin';

/** The limits per client, each with buckets of its own. */
export type LimiterName =
  | 'token'
  | 'authorize'
  | 'verify'
  | 'sign_up'
  | 'anonymous'
  | 'otp'
  | 'magiclink'
  | 'recover'
  | 'resend'
  | 'user'
  | 'export'
  | 'passkey_options'
  | 'passkey_verify'
  | 'factor_challenge'
  | 'factor_verify'
  | 'web3';

/** To make the secret of a new factor; to look into the answer of one. */
export type FactorStep = 'enroll' | 'verify';

/** What runs between authentication and the deciding call, in this order; captcha does nothing where it is off. */
export type Guard = 'body' | 'limiter' | 'captcha';

/**
 * Where an argument of the function comes from. `body.x` and `query.x` are members that the shapes name,
 * `path.x` a parameter of the path,
 * none is null; `opened.x` is what the route's opener made of a token; `link` is what goes into a message's link:
 * base_url, redirect_to and the PKCE members of the body; `vouched` is what somebody else said of a typed code, `rehashed` what is
 * computed of the password where its stored hash came from another system, `seen` what a standby saw of it; the rest is
 * the request's own.
 */
export type ArgSource =
  | `body.${string}`
  | `query.${string}`
  | `opened.${string}`
  | `path.${string}`
  | 'none'
  | 'claims'
  | 'client'
  | 'settings'
  | 'audience'
  | 'link'
  | 'vouched'
  | 'rehashed'
  | 'seen'
  | 'code_keys';

/** How the answer becomes a response: the body as it is, with tokens where it is a session, a page of a list,
 * a link made of the token in it, nothing, the way to an external provider, and back, a custom provider that is kept. */
export type ReplyKind =
  | 'json'
  | 'session'
  | 'no_content'
  | 'redirect'
  | 'page'
  | 'link'
  | 'to_provider'
  | 'from_provider'
  | 'custom_provider';

/** Names of answer schemas. */
export type AnswerName =
  | 'user'
  | 'session'
  | 'user_or_session'
  | 'verified'
  | 'openapi'
  | 'empty'
  | 'message'
  | 'settings'
  | 'health'
  | 'ready'
  | 'redirect'
  | 'users'
  | 'link'
  | 'jwks'
  | 'audit'
  | 'sessions'
  | 'user_sessions'
  | 'user_export'
  | 'enrolled'
  | 'challenge'
  | 'factor'
  | 'factors'
  | 'factor_id'
  | 'recovery_codes'
  | 'recovery_status'
  | 'provider'
  | 'provider_url'
  | 'returned'
  | 'passkey_creation'
  | 'passkey_request'
  | 'passkey'
  | 'passkeys'
  | 'custom_provider'
  | 'custom_providers'
  | 'none';

/**
 * Turns sealed tokens of the request into ids before the call; a forged one is refused here and costs no query. `password`
 * counts the attempt before a hook is asked about it.
 */
export type OpenerName = 'refresh_token' | 'verify_body' | 'verify_link' | 'id_token' | 'web3' | 'password';

/** Settings without which a row's feature is off. */
type SwitchName =
  | 'security_manual_linking_enabled'
  | 'passkey_enabled'
  | 'custom_oauth_enabled'
  | 'external_web3_ethereum_enabled'
  | 'external_web3_solana_enabled';

/** What operations are grouped by, and what a reader of the document is told of each group. */
export const TAGS = {
  account: 'Signing up, asking for messages, redeeming links and codes, reading and changing oneself.',
  session: 'Opening, refreshing and ending sessions.',
  admin: 'Administration, with an administrator’s token.',
  service: 'The service itself.',
  off: 'Features that this release answers as switched off.',
} as const;

export type FunctionName = keyof typeof FUNCTIONS;

export interface RouteCall {
  function: FunctionName;
  args: Readonly<Record<string, ArgSource>>;
}

export interface Route {
  method: Method;
  /** Path with parameters in braces; also the name of its span. */
  path: string;
  tag: keyof typeof TAGS;
  /** One sentence for who reads the document; the same in all rows of one method and path. */
  summary: string;
  /** Value of the query parameter grant_type, where it chooses the row; '*' is every other. */
  grant_type?: string;
  auth: Auth;
  guards: readonly Guard[];
  body?: BodyShape;
  /** An absent body counts as {}. */
  body_optional?: boolean;
  query?: QueryShape;
  /** Members of body or query without which no call can succeed; of a list one is enough. A word to clients: the function
   * is what refuses. */
  required?: readonly (string | readonly string[])[];
  /** Error code of the switch that is told before what is wrong with the body. */
  switch_first?: 'email_provider_disabled';
  /** Text of bad_json, where a route has one of its own. */
  bad_json?: 'bad_json_verification';
  /** None where a switch turns the request away in any case: that answer comes first. */
  limiter?: LimiterName | ((body: Readonly<Record<string, unknown>>, settings: Settings) => LimiterName | undefined);
  opener?: OpenerName;
  pool: PoolName;
  /**
   * Calls that wait for the database may go in one statement, which is one transaction: the function is short and locks rows of
   * one user at most. `locks` says which, for a function that writes: what the opener found, or the token's `sub`. A call whose
   * body has a member of `unless` goes alone.
   */
  shared?: { locks?: readonly string[]; unless?: readonly string[] };
  /** Members of the body that make the call hash a password when they are there; it then takes a place in the hash line. */
  hashes?: readonly string[];
  /** An application's trigger on the users table may refuse. */
  creates_user?: boolean;
  /** Its time must not tell whether an address has an account: SECURITY_EVEN_ANSWERS. */
  even?: true;
  /** As with creates_user, where an address of a user is confirmed. */
  confirms_user?: boolean;
  /** The target of a link may also be a member of the body, before all other sources. */
  redirect_from_body?: boolean;
  /** What every call is answered once its guards have passed: the route of a feature that is off. */
  refuse?: GatewayError;
  /** What every call is answered, before its guards, while all of these settings are off. */
  only_with?: { settings: readonly SwitchName[]; refuse: GatewayError };
  /** What is answered instead where a member of body or query has one of these values. */
  refuse_where?: { member: `body.${string}` | `query.${string}`; cases: Readonly<Record<string, GatewayError>> };
  /**
   * The call before it, where the gateway of SMS makes its own codes: it says what to ask of that gateway, which vouches for
   * the code or does not. Not asked unless the request has all these members.
   */
  vouching?: RouteCall & { needs: readonly ArgSource[] };
  /** The deciding call; without one the handler answers by itself. */
  call?: RouteCall;
  /** Asked before it, where somebody else is asked between the two. */
  take?: RouteCall;
  /** Asked of a standby before it: what the deciding call would compute. The answer's `seen` is an argument of that call. */
  look?: RouteCall;
  /** What a standby answers in place of the deciding call: a function that takes claims and audience of several callers. */
  read?: FunctionName;
  /** What of an authenticator is verified between the two. */
  ceremony?: Ceremony;
  /** What the gateway does for a second factor, before its function or between the two. */
  factor?: FactorStep;
  reply: ReplyKind;
  answer: AnswerName;
}

/** Returns the settings that the functions of a row read. */
export function settingsRead({ call, take, look, vouching }: Route): string[] {
  return [call, take, look, vouching].flatMap((one) => (one === undefined ? [] : FUNCTIONS[one.function].settings));
}

/** A hook may refuse, in words of its own. */
export function asksHooks(route: Route): boolean {
  return settingsRead(route).includes('hooks');
}

/** A redirect, a link made here, or one that the function writes into a message. Who comes back from a provider has said before where to. */
export function leadsSomewhere({ reply, call }: Route): boolean {
  if (reply === 'from_provider') return false;
  return (
    reply === 'redirect' ||
    reply === 'to_provider' ||
    reply === 'link' ||
    Object.values(call?.args ?? {}).includes('link')
  );
}
