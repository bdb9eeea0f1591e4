// What a client and a single call can be told.
import type { RequestFacts } from './errors.ts';
import type { HTTPClient } from './http_client.ts';
import type { Issue } from './issues.ts';
import type { Logger } from './log.ts';

/** How failed attempts are repeated. Without one nothing is retried. */
export interface RetryConfig {
  strategy: 'backoff' | 'none';
  /** Milliseconds, except `exponent`. Members left out: 500, 60000, 1.5, 3600000. */
  backoff?: {
    initialInterval?: number | undefined;
    maxInterval?: number | undefined;
    exponent?: number | undefined;
    maxElapsedTime?: number | undefined;
  };
  /** Also retry when no answer came, timeouts of a single attempt included. */
  retryConnectionErrors?: boolean | undefined;
}

/**
 * How answers are checked. `lenient` rejects only a body of another kind (a list in place of an object); all other differences
 * are reported to `onDrift` and the logger. `strict` rejects every difference. `off` checks nothing.
 */
export type ResponseValidation = 'strict' | 'lenient' | 'off';

/** An answer that is not as described; each kind of difference is told once per client. */
export interface Drift {
  readonly request: RequestFacts;
  readonly status: number;
  readonly issues: readonly Issue[];
}

/** Options of a client. */
export interface ClientOptions {
  /** Access token, or a function that gives one; it is asked again for each attempt. */
  bearerToken?: string | (() => string | Promise<string>) | undefined;
  /** Address of the API; a path in it is kept as a prefix. */
  serverURL?: string | undefined;
  /** Index into the list of known servers, which has one entry. */
  serverIdx?: number | undefined;
  httpClient?: HTTPClient | undefined;
  userAgent?: string | undefined;
  /** How calls retry that say nothing themselves. */
  retryConfig?: RetryConfig | undefined;
  /** The same as `retryConfig`. */
  retries?: RetryConfig | undefined;
  /** Time for a whole call, waits and retries included, in milliseconds. */
  timeoutMs?: number | undefined;
  /** Time for each attempt, in milliseconds. */
  attemptTimeoutMs?: number | undefined;
  /** Prints every request and answer; for local use only. */
  debugLogger?: Logger | undefined;
  /** Lets the logger print tokens and secrets in clear. */
  logSecrets?: boolean | undefined;
  /** `lenient` unless said otherwise. */
  responseValidation?: ResponseValidation | undefined;
  /** Called with the differences between an answer and its description, once per kind of difference. */
  onDrift?: ((drift: Drift) => void) | undefined;
  /** Team used wherever an operation takes one and the call names none. */
  teamId?: string | undefined;
  /** The same by the team's slug. */
  slug?: string | undefined;
}

/** Options of a call; members of RequestInit (`signal`, `headers`, `cache` …) may stand beside them. */
export interface CallOptions extends Omit<RequestInit, 'method' | 'body'> {
  /** Replaces the client's token; sent also where an operation goes without one. */
  bearerToken?: ClientOptions['bearerToken'];
  timeoutMs?: number | undefined;
  attemptTimeoutMs?: number | undefined;
  retries?: RetryConfig | undefined;
  /** The same as `retries`. */
  retryConfig?: RetryConfig | undefined;
  /** Statuses to retry, such as `"429"` or `"5XX"`. */
  retryCodes?: readonly string[] | undefined;
  serverURL?: string | URL | undefined;
  responseValidation?: ResponseValidation | undefined;
  /** The older place for members of RequestInit. */
  fetchOptions?: Omit<RequestInit, 'method' | 'body'> | undefined;
}

/** Options of getDeploymentEvents. */
export interface EventOptions extends CallOptions {
  /** True: an async iterable of events as they come, instead of an array at the end. */
  stream?: boolean | undefined;
  acceptHeaderOverride?: 'application/json' | 'application/stream+json' | undefined;
}
