// A request on its way through the pipeline, as all of its steps see it.
import type { Statement } from '../database/call.ts';
import type { ClientAddress } from '../http/client_ip.ts';
import type { Claims } from '../http/jwt.ts';
import type { QueryShape } from '../http/query.ts';
import type { Route } from '../routes/row.ts';
import type { HttpRequest } from '../server/types.ts';
import type { Opener } from './openers.ts';

/** What a request has shown about itself so far; the log line is made of it. */
export interface Trail {
  route?: string | undefined;
  grant_type?: string;
  redirect_to?: string;
  /** Parameters of the path, decoded. */
  params?: Readonly<Record<string, string>>;
  /** The answer opens a session, or goes on with one. */
  signed_in?: boolean;
  /** The external provider that somebody has come back from. */
  provider?: string;
  /** It asks for an account without an address. */
  anonymous?: boolean;
  /** Why it is refused, where the client is not told. */
  reason?: string;
  /** What operators should look into although it was granted. */
  warning?: object | undefined;
  /** What was thrown and is told by a redirect. */
  told?: unknown;
}

/** What arguments are taken from; filled in as the request goes through its guards. */
export interface Inputs {
  body: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  opened: Readonly<Record<string, unknown>>;
  /** Parameters of the path, decoded. */
  path: Readonly<Record<string, string>>;
  claims: Claims | null;
  /** JSON of {ip, user_agent, request_id}, and the languages where the row may send a notification. */
  client: string;
  /** undefined for an administrator, whose browser's languages are not those of the mail's reader. */
  languages: string | null | undefined;
  audience: string | null;
  base_url: string;
  /** '' on routes that do not redirect. */
  redirect_to: string;
  /** JSON of {token_id, approved}; null unless the SMS gateway had to be asked. */
  vouched: string | null;
  /** The password's hash, made with the salt of a hash that came from another system; null until SQL has asked for it. */
  rehashed: string | null;
  /** What a standby has looked up for the deciding call; null where that call has to look for itself. */
  seen: string | null;
}

export interface Endpoint extends Route {
  /** Whether the route leads somewhere: only then is the target of the request looked at. */
  redirects: boolean;
  /** A mail may come of it, in a language that the request asks for. */
  mails: boolean;
  /** The row's own parameters, and where it leads. */
  query_shape: QueryShape;
  opener_function?: Opener;
  /** The call that comes before the deciding one if the SMS gateway makes its own codes. */
  vouching_call?: { statement: Statement; values(inputs: Inputs): unknown[]; applies(inputs: Inputs): boolean };
  /** Absent where a handler answers without the database. */
  deciding?: Deciding;
  /** The first of two calls; between them the gateway asks a third party, or verifies what was signed. */
  taking?: Deciding;
  /** What a standby computes before the deciding call. */
  looking?: Deciding;
  /** JSON of the settings that the row's function for standbys reads. */
  read_settings?: string;
}

export interface Deciding {
  statement: Statement;
  values(inputs: Inputs): unknown[];
  hashes(body: Inputs['body']): boolean;
  /** SQL may ask for a hash that it cannot compute. */
  rehashes: boolean;
  /** The rows that it locks, if it may share a statement with others. */
  shares(inputs: Inputs): string | undefined;
  /** Where in the values the settings and the client stand. */
  places: { settings?: number; client?: number };
}

/** A request on its way: the row that serves it, whom it comes from, and what is known of it so far. */
export interface Exchange {
  request: HttpRequest;
  from: ClientAddress;
  endpoint: Endpoint;
  inputs: Inputs;
  trail: Trail;
}
