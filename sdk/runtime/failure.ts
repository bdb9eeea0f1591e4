// Names what was thrown while no answer came.
import {
  ConnectionError,
  HTTPClientError,
  PlatformError,
  RequestAbortedError,
  RequestTimeoutError,
  UnexpectedClientError,
} from './errors.ts';

// Code, name and message of a lost connection. Of the system's codes only those of the network: a token function that cannot
// read its file also has one. fetch throws a TypeError, except in workerd.
const broken =
  /^((E(CONN|HOST|NET|PIPE|TIMEDOUT|PROTO|NOTFOUND|AI_)|(UND_ERR|ERR_SSL|ERR_TLS|CERT)_|Connection|FailedToOpenSocket)\w* |\S+ (TypeError:.*(fetch|network|load failed|sending request|socket|terminated|connect)|Error: Network connection lost|ConnectionError:))/is;

/** Runs what the caller has supplied; what it throws never passes for a failure of the network. */
export async function supplied<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof PlatformError || error instanceof HTTPClientError) throw error;
    throw new UnexpectedClientError('Unexpected HTTP client error', error);
  }
}

/** Wraps anything thrown in the class that tells its cause; `signal` is the one the call ran under. */
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
