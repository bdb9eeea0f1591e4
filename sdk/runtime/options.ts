// Options of a client and of a single call.
import type { RequestFacts } from './errors.ts';
import type { HTTPClient } from './http_client.ts';
import type { Issue } from './issues.ts';
import type { Logger } from './log.ts';

/** Retries of failed attempts. Nothing is retried without one. */
export interface RetryConfig {
  strategy: 'backoff' | 'none';
  /** Milliseconds, except `exponent`. Defaults: 500, 60000, 1.5, 3600000. */
  backoff?: {
    initialInterval?: number | undefined;
    maxInterval?: number | undefined;
    exponent?: number | undefined;
    maxElapsedTime?: number | undefined;
  };
  /** Also retry if no answer was received, including timeouts of a single attempt. */
  retryConnectionErrors?: boolean | undefined;
}

/**
 * Validation of answers. `lenient` rejects only a body of another type (a list instead of an object) and reports all
 * other differences to `onDrift` and the logger. `strict` rejects every difference. `off` validates nothing.
 */
export type ResponseValidation = 'strict' | 'lenient' | 'off';

/** An answer that differs from its description; each kind of difference is reported once per client. */
export interface Drift {
  readonly request: RequestFacts;
  readonly status: number;
  readonly issues: readonly Issue[];
}

/** Options of a client. */
export interface ClientOptions {
  /** Access token, or a function that returns one; it is called for each attempt. */
  bearerToken?: string | (() => string | Promise<string>) | undefined;
  /** URL of the API; its path is kept as a prefix. */
  serverURL?: string | undefined;
  /** Index into the list of known servers, which has one entry. */
  serverIdx?: number | undefined;
  httpClient?: HTTPClient | undefined;
  userAgent?: string | undefined;
  /** Default retries of calls. */
  retryConfig?: RetryConfig | undefined;
  /** Same as `retryConfig`. */
  retries?: RetryConfig | undefined;
  /** Timeout of a whole call in milliseconds, including waits and retries. */
  timeoutMs?: number | undefined;
  /** Timeout of each attempt in milliseconds. */
  attemptTimeoutMs?: number | undefined;
  /** Prints every request and answer; for local use only. */
  debugLogger?: Logger | undefined;
  /** Prints tokens and secrets unmasked. */
  logSecrets?: boolean | undefined;
  /** Default: `lenient`. */
  responseValidation?: ResponseValidation | undefined;
  /** Called with the differences between an answer and its description, once per kind of difference. */
  onDrift?: ((drift: Drift) => void) | undefined;
  /** Team for every operation that accepts one, unless the call names one. */
  teamId?: string | undefined;
  /** The same by the team's slug. */
  slug?: string | undefined;
}

/** Options of a call; members of RequestInit (`signal`, `headers`, `cache` …) are accepted as well. */
export interface CallOptions extends Omit<RequestInit, 'method' | 'body'> {
  /** Replaces the client's token; also sent for operations without authentication. */
  bearerToken?: ClientOptions['bearerToken'];
  timeoutMs?: number | undefined;
  attemptTimeoutMs?: number | undefined;
  retries?: RetryConfig | undefined;
  /** Same as `retries`. */
  retryConfig?: RetryConfig | undefined;
  /** Statuses to retry, such as `"429"` or `"5XX"`. */
  retryCodes?: readonly string[] | undefined;
  serverURL?: string | URL | undefined;
  responseValidation?: ResponseValidation | undefined;
  /** Former place of members of RequestInit. */
  fetchOptions?: Omit<RequestInit, 'method' | 'body'> | undefined;
}

/** Options of getDeploymentEvents. */
export interface EventOptions extends CallOptions {
  /** True: return an async iterable of events as they arrive, instead of an array at the end. */
  stream?: boolean | undefined;
  acceptHeaderOverride?: 'application/json' | 'application/stream+json' | undefined;
}
