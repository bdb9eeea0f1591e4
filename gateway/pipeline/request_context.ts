// The context of a request before its first step runs.
import type { ClientAddress } from '../http/client_ip.ts';
import type { Claims } from '../http/jwt.ts';
import type { HttpRequest } from '../server/types.ts';
import type { RequestFacts } from './request_facts.ts';

export interface RequestContext {
  readonly request: HttpRequest;
  readonly from: ClientAddress;
  /** Verified claims of the bearer token; null on routes without authentication. */
  readonly claims: Claims | null;
  /** Decoded parameters of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /**
   * JSON with ip, user_agent and request_id of the client. It also contains the accepted languages on routes that may
   * send a mail, and the session tag on routes that open a session.
   */
  readonly client: string;
  /**
   * Accepted languages of the client; null if it names none. Undefined on routes that send no mail, and on admin
   * routes, because their mail goes to another person.
   */
  readonly languages: string | null | undefined;
  readonly audience: string | null;
  /**
   * Base URL of links in messages: the server's own URL, or the host in X-Forwarded-Host if MAILER_EXTERNAL_HOSTS lists
   * it.
   */
  readonly base_url: string;
  /** Redirect target of the request, or the default. '' on routes that neither redirect nor create or send a link. */
  readonly target: string;
  /** Records a fact for the log, telemetry and reports. Steps cannot read it. */
  readonly note: (fact: RequestFacts) => void;
}
