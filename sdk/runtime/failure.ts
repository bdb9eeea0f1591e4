// Classifies exceptions thrown while no answer was received.
import {
  ConnectionError,
  HTTPClientError,
  PlatformError,
  RequestAbortedError,
  RequestTimeoutError,
  UnexpectedClientError,
} from './errors.ts';

// Code, name and message of a lost connection. Only network codes of the system count, because a token function that
// cannot read its file also throws one. fetch throws a TypeError, except in workerd.
const broken =
  /^((E(CONN|HOST|NET|PIPE|TIMEDOUT|PROTO|NOTFOUND|AI_)|(UND_ERR|ERR_SSL|ERR_TLS|CERT)_|Connection|FailedToOpenSocket)\w* |\S+ (TypeError:.*(fetch|network|load failed|sending request|socket|terminated|connect)|Error: Network connection lost|ConnectionError:))/is;

/** Runs a function of the caller; its exception is never mistaken for a network failure. */
export async function supplied<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PlatformError || error instanceof HTTPClientError) throw error;
    throw new UnexpectedClientError('Unexpected HTTP client error', error);
  }
}

/** Wraps any exception in the class of its cause; `signal` is the one of the call. */
export function clientError(error: unknown, signal?: AbortSignal): PlatformError | HTTPClientError {
  if (error instanceof PlatformError || error instanceof HTTPClientError) return error;
  const cause = signal?.aborted ? signal.reason : error;
  const { name, code, message } = (cause ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  if (name === 'TimeoutError') return new RequestTimeoutError('Request timed out', cause);
  if (signal?.aborted || name === 'AbortError' || code === 'ECONNABORTED') {
    return new RequestAbortedError('Request aborted by client', cause);
  }
  if (broken.test(`${code} ${name}: ${message}`)) return new ConnectionError('Unable to make request', cause);
  return new UnexpectedClientError('Unexpected HTTP client error', error);
}
