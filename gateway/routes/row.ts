// A row of the route table. A plain row is data: guards, body, one SQL function, form of the response. A row that does more
// lists steps (gateway/steps). The server, the API document and the tests are derived from these rows.
import type { BodyShape } from '../http/body.ts';
import type { GatewayError } from '../http/errors.ts';
import type { QueryShape } from '../http/query.ts';
import type { GrantOf, StepList } from '../pipeline/step.ts';
import type { AnswerName } from './answers.ts';
import type { Auth, Guard, LimiterName, Method, ReplyKind, Switch } from './names.ts';
import type { SqlCall } from './sql_call.ts';

export type { Auth, Guard, LimiterName, Method, ReplyKind } from './names.ts';

/** Groups of operations in the API document, each with the sentence that introduces it. */
export const TAGS = {
  account: 'Signing up, asking for messages, redeeming links and codes, reading and changing oneself.',
  session: 'Opening, refreshing and ending sessions.',
  admin: 'Administration, with an administrator’s token.',
  oauth: 'The OAuth server: other apps sign users in.',
  service: 'The service itself.',
  off: 'Features that this release answers as switched off.',
} as const;

interface Row {
  method: Method;
  /** Path with parameters in braces; also the name of its span. */
  path: string;
  tag: keyof typeof TAGS;
  /** One sentence for the API document. */
  summary: string;
  auth: Auth;
  query?: QueryShape;
  /** Members of body or query without which no call can succeed; of a list, one is enough. SQL enforces this. */
  required?: readonly (string | readonly string[])[];
  /** Switch that enables the route. Checked before the query is read. */
  only_with?: Switch;
  /** The response time must not show whether an address has an account: SECURITY_EVEN_ANSWERS. */
  even?: true;
  /** Tokens of OAuth clients are accepted. SQL checks their scopes. */
  client_tokens?: true;
  /** `oauth`: errors have the form of RFC 6749. `bearer`: errors of the token have status 401 (RFC 6750). */
  errors?: 'oauth' | 'bearer';
  /** Schema of the response. */
  answer: AnswerName;
}

/** A row that one SQL function answers. */
export interface PlainRow extends Row {
  guards?: readonly Guard[];
  body?: BodyShape;
  /** An absent body counts as {}. */
  body_optional?: boolean;
  call: SqlCall;
  reply: ReplyKind;
}

/** A row that does more than call one function. */
export interface SteppedRow extends Row {
  steps: StepList;
}

export type RouteRow = PlainRow | SteppedRow;

/** A row and the facts of its steps. The server, the API document and the tests read this. */
export interface Route extends Row {
  steps: StepList;
  /** Value of the query parameter grant_type, where several routes share method and path; `*` is every other value. */
  grant_type?: string;
  grantOf?: GrantOf<unknown>;
  body?: BodyShape;
  body_optional: boolean;
  captcha: boolean;
  limiters: readonly LimiterName[];
  /** SQL functions that may be called; the one that decides is the last. */
  calls: readonly SqlCall[];
  /** Errors of the steps. */
  refuses: readonly GatewayError[];
  /** The feature is off in this release: every request is refused. */
  off: boolean;
  /** True if every client gets the same answer. */
  alike: boolean;
  /** True if the response is a redirect, or a link is made or sent, so that redirect_to is used. */
  leads: boolean;
  /** True if a link is made from the address under which the request arrived. */
  links: boolean;
  opens_session: boolean;
  /** May send a mail, in a language that the request accepts. */
  mails: boolean;
  /** True if a hook, or an application's trigger on the users table, may refuse with a status of its own. */
  asks_hooks: boolean;
  creates_user: boolean;
  confirms_user: boolean;
  reply?: ReplyKind;
}
