// One attempt of a call: token, request, hooks, answer.
import { type Answer, isStreamed } from './answer.ts';
import { alarm, anyOf, checked, until } from './clock.ts';
import type { PlatformCore } from './core.ts';
import { InvalidRequestError } from './errors.ts';
import { clientError, supplied } from './failure.ts';
import { logRequest, logResponse } from './log.ts';
import type { CallOptions, ClientOptions, EventOptions } from './options.ts';
import type { Draft } from './request.ts';
import type { Control, Inspection } from './result.ts';
import type { OperationSchemas, Row } from './row.ts';

/** A call in progress. */
export interface Call {
  readonly core: PlatformCore;
  readonly row: Row;
  readonly schemas: OperationSchemas;
  readonly options: EventOptions;
  readonly stream: boolean;
  readonly draft: Draft;
  /** The caller's signal and the overall timeout. */
  readonly signal: AbortSignal;
  readonly inspection: Inspection;
  readonly control: Control;
}

export async function attempt({
  core,
  row,
  schemas,
  options,
  stream,
  draft: made,
  signal,
  inspection,
  control,
}: Call): Promise<Answer> {
  const timer = alarm(checked('attemptTimeoutMs', options.attemptTimeoutMs ?? core.options.attemptTimeoutMs));
  const both = timer ? anyOf(signal, timer.signal) : signal;
  try {
    const { bearerToken } = options;
    const source = bearerToken ?? (row.anonymous ? undefined : core.options.bearerToken);
    const token = await until(both, () => bearer(source));
    const headers = new Headers(made.headers);
    if (token && !headers.has('authorization')) headers.set('authorization', token);
    const request = requestOf(made, row.method, headers, both, options);
    inspection.request = request;
    inspection.response = undefined;
    const { debugLogger, logSecrets = false } = core.options;
    const known = { row, schemas, clear: logSecrets };
    if (debugLogger) logRequest(debugLogger, request, made.body, known);
    const response = await until(both, () => core.httpClient.request(request));
    inspection.response = response;
    const raw = control.raw && response.ok;
    const unread = raw || isStreamed(row, response, stream);
    const text = unread ? undefined : await until(both, () => response.text());
    inspection.text = text;
    if (debugLogger) logResponse(debugLogger, request, response, text, known);
    return { response, text, raw, request: { method: row.method, url: made.url } };
  } catch (error) {
    throw clientError(error, both);
  } finally {
    timer?.clear();
  }
}

function requestOf(made: Draft, method: string, headers: Headers, signal: AbortSignal, options: EventOptions): Request {
  const init: RequestInit & { duplex?: 'half' } = { ...initOf(options), method, headers, body: made.body, signal };
  if (typeof ReadableStream === 'function' && made.body instanceof ReadableStream) init.duplex = 'half';
  try {
    return new Request(made.url, init);
  } catch (error) {
    throw new InvalidRequestError(undefined, [{ path: ['options'], code: 'value', message: String(error) }], error);
  }
}

/**
 * Returns the Authorization header for one attempt; undefined without a token. A value that names its scheme is sent
 * unchanged.
 */
export async function bearer(source: ClientOptions['bearerToken']): Promise<string | undefined> {
  const token = typeof source === 'function' ? await supplied(source) : source;
  if (!token) return undefined;
  if (typeof token !== 'string' || /[^\t\x20-\x7e\x80-\xff]/.test(token)) {
    const message = 'has characters that a header cannot carry';
    throw new InvalidRequestError(undefined, [{ path: ['bearerToken'], code: 'value', message }]);
  }
  return /^bearer /i.test(token) ? token : `Bearer ${token}`;
}

/** Returns the members of RequestInit among the options of a call. */
export function initOf(options: CallOptions & EventOptions): RequestInit {
  const { timeoutMs, attemptTimeoutMs, retries, retryConfig, retryCodes, serverURL, responseValidation, ...rest } =
    options;
  const { bearerToken, fetchOptions, stream, acceptHeaderOverride, headers, signal, ...init } = rest;
  const { headers: _headers, signal: _signal, ...older } = fetchOptions ?? {};
  return { ...older, ...init };
}
