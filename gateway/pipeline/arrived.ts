// A request as its first step sees it.
import type { ClientAddress } from '../http/client_ip.ts';
import type { Claims } from '../http/jwt.ts';
import type { HttpRequest } from '../server/types.ts';
import type { Note } from './note.ts';

export interface Arrived {
  readonly request: HttpRequest;
  readonly from: ClientAddress;
  /** Verified claims of the bearer token; null on routes that ask for none. */
  readonly claims: Claims | null;
  /** Parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** JSON of {ip, user_agent, request_id}, and of the accepted languages on routes that may send a mail. */
  readonly client: string;
  /** Undefined for an administrator: the mail goes to another person, whose language that browser does not know. */
  readonly languages: string | null | undefined;
  readonly audience: string | null;
  /** Start of the links that are sent: our own address, or a listed host that forwarded the request. */
  readonly base_url: string;
  /** Redirect target that the request asks for, or the default; '' on routes that use none. */
  readonly target: string;
  /** Records a fact for the log line and for telemetry. No step can read it. */
  readonly note: (fact: Note) => void;
}
