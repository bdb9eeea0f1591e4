// Types of the route table. A plain row has guards, body, one SQL function, and a kind of response. Any other row has
// steps (gateway/steps). The server, the API document and tests are derived from the rows.
import type { BodyShape } from '../http/body.ts';
import type { GatewayError } from '../http/errors.ts';
import type { QueryShape } from '../http/query.ts';
import type { ReadGrantType, StepList } from '../pipeline/step.ts';
import type { AnswerName } from './answers.ts';
import type { FeatureSwitch, Guard, LimiterName, Method, RequiredAuth, ResponseKind } from './names.ts';
import type { SqlCall } from './sql_call.ts';

export type { Guard, LimiterName, Method, RequiredAuth as Auth, ResponseKind as ReplyKind } from './names.ts';

/** Groups of operations in the API document, each with an introductory sentence. */
export const OPERATION_GROUPS = {
  account: 'Sign-up, requests for messages, consuming of links and codes, and the signed-in user’s own data.',
  session: 'Creating, refreshing and ending sessions.',
  admin: 'Administration, with an administrator’s token.',
  oauth: 'The OAuth server, with which other apps sign users in.',
  scim: 'SCIM 2.0: organizations provision their users and groups.',
  service: 'The service itself.',
} as const;

interface CommonRow {
  method: Method;
  /** Path with parameters in braces. The span of a request is named after the method and this path. */
  path: string;
  tag: keyof typeof OPERATION_GROUPS;
  /** Summary of the operation for the API document. */
  summary: string;
  auth: RequiredAuth;
  query?: QueryShape;
  /**
   * Members of body or query that a call needs to succeed, for the API document. For a nested list, one of its members
   * is sufficient. SQL or a step rejects a request without them.
   */
  required?: readonly (string | readonly string[])[];
  /** Settings that enable the route. Checked before the query is read. */
  only_with?: FeatureSwitch;
  /**
   * Responses whose time must not reveal whether an address has an account (SECURITY_EVEN_ANSWERS). `errors`: only
   * errors, because a success reveals the account anyway.
   */
  even?: 'all' | 'errors';
  /** True if tokens of OAuth clients are accepted. SQL checks their scopes. */
  client_tokens?: true;
  /**
   * Format of errors. `oauth`: as in RFC 6749. `bearer`: errors of the token have status 401 (RFC 6750). `scim`: as in
   * RFC 7644.
   */
  errors?: 'oauth' | 'bearer' | 'scim';
  /** Schema of the response. */
  answer: AnswerName;
}

/** A row that calls one SQL function. */
export interface PlainRow extends CommonRow {
  guards?: readonly Guard[];
  body?: BodyShape;
  /** True if an absent body is read as `{}`. */
  body_optional?: boolean;
  call: SqlCall;
  reply: ResponseKind;
}

/** A row with steps. */
export interface StepsRow extends CommonRow {
  steps: StepList;
}

export type RouteRow = PlainRow | StepsRow;

/** A row with the facts of its steps. The server, the API document and tests read it. */
export interface Route extends CommonRow {
  steps: StepList;
  /** Value of the parameter grant_type if several routes share a method and path. `*` is any other value. */
  grant_type?: string;
  grantOf?: ReadGrantType<unknown>;
  body?: BodyShape;
  body_optional: boolean;
  captcha: boolean;
  limiters: readonly LimiterName[];
  /** SQL functions that may be called. The last one makes the decision. */
  calls: readonly SqlCall[];
  /** Errors that the steps throw. */
  refuses: readonly GatewayError[];
  /** True if every client gets the same response. */
  alike: boolean;
  /** True if the route redirects, or creates or sends a link. The gateway then reads redirect_to. */
  leads: boolean;
  /** True if a link may begin with the host in X-Forwarded-Host. */
  links: boolean;
  opens_session: boolean;
  /** True if the route may send a mail in a language that the request accepts. */
  mails: boolean;
  /** True if a hook of the application may reject the request with its own status. */
  asks_hooks: boolean;
  creates_user: boolean;
  confirms_user: boolean;
  reply?: ResponseKind;
}
