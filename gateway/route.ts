// What a row of the route table says. Server, tests, and the documents that follow are derived from these rows.
import type { Settings } from './config.ts';
import type { PoolName } from './database/pools.ts';
import type { BodyShape } from './http/body.ts';
import type { QueryShape } from './http/query.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call: nobody in particular, a user's token, a token with an administrator's role. */
export type Auth = 'none' | 'user' | 'admin';

/** The per-client limits of the contract (7.1), each with buckets of its own. */
export type LimiterName =
  | 'token'
  | 'verify'
  | 'sign_up'
  | 'anonymous'
  | 'otp'
  | 'magiclink'
  | 'recover'
  | 'resend'
  | 'user';

/** What runs between authentication and the deciding call, in this order. */
export type Guard = 'body' | 'limiter';

/**
 * Where an argument of the function comes from. `body.x` and `query.x` are members that the shapes name,
 * `path.x` a parameter of the path,
 * none is null; `opened.x` is what the route's opener made of a token; the rest is the request's own.
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
  | 'base_url'
  | 'redirect_to'
  | 'code_keys';

/** How the answer becomes a response: the body as it is, with tokens where it is a session, a page of a list, or nothing. */
export type ReplyKind = 'json' | 'session' | 'no_content' | 'redirect' | 'page';

/** Names of answer schemas. */
export type AnswerName =
  | 'user'
  | 'session'
  | 'user_or_session'
  | 'empty'
  | 'message'
  | 'settings'
  | 'health'
  | 'redirect'
  | 'users'
  | 'audit'
  | 'none';

/** Turns sealed tokens of the request into ids before the call; a forged one is refused here and costs no query. */
export type OpenerName = 'refresh_token' | 'verify_body' | 'verify_link';

/** A setting, or the id of the key that seals now, which is not a setting but as little a secret. */
export type SettingName = keyof Settings | 'sealing_key_id';

export interface RouteCall {
  function: string;
  args: Readonly<Record<string, ArgSource>>;
}

export interface Route {
  method: Method;
  /** Path with parameters in braces; also the name of its span. */
  path: string;
  /** Value of the query parameter grant_type, where it chooses the row. */
  grant_type?: string;
  auth: Auth;
  guards: readonly Guard[];
  body?: BodyShape;
  /** An absent body counts as {}. */
  body_optional?: boolean;
  query?: QueryShape;
  /** Text of bad_json, where a route has one of its own. */
  bad_json?: 'bad_json_verification';
  limiter?: LimiterName | ((body: Readonly<Record<string, unknown>>) => LimiterName);
  opener?: OpenerName;
  pool: PoolName;
  /** Members of the body that make the call hash a password when they are there; it then takes a place in the hash line. */
  hashes?: readonly string[];
  /** An application's trigger on the users table may refuse. */
  creates_user?: boolean;
  /** The slice of the settings that the function reads, built once at start. */
  settings?: readonly SettingName[];
  /** The deciding call; without one the handler answers by itself. */
  call?: RouteCall;
  reply: ReplyKind;
  answer: AnswerName;
}
