// Wraps every request: sets its id and deadline, converts exceptions to error responses, adds the request id, and
// logs one line.
import { isDatabaseError } from '../../core/database/outage.ts';
import { rejectAtDeadline } from '../../core/deadline.ts';
import { errorLogFields, type Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { readTriggerFunction } from '../database/faults.ts';
import type { ClientAddress } from '../http/client_ip.ts';
import { ApiError, errorResponse, refuse } from '../http/errors.ts';
import { parseUuid } from '../http/uuid.ts';
import { BodyAbortedError, BodyRefusedError, BodyTooLargeError } from '../server/body_faults.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../server/types.ts';
import { knownMethodOrOther, redactId, redactPath, redactSecrets, redactTarget } from './redact.ts';
import type { RequestFacts } from './request_facts.ts';
import type { CountRequest, ObserveRequest } from './request_observer.ts';

/** Values that are determined before a request is routed. */
export interface RequestOrigin {
  request_id: string;
  from: ClientAddress;
}

export type RequestHandler = (
  request: HttpRequest,
  origin: RequestOrigin,
  noted: RequestFacts,
) => Promise<HttpResponse>;

interface LogOptions {
  log: Logger;
  settings: Pick<Settings, 'api_max_request_duration'>;
  requestId(request: HttpRequest): string;
  clientAddress(request: HttpRequest): ClientAddress;
  /** Present if telemetry is on. */
  watch?: ObserveRequest | undefined;
  /** Counts the outcome of each request, for reports. */
  count?: CountRequest | undefined;
}

/** Returns the user id and factor id of the path. Other parameters are left out because they may be tokens. */
function loggedIds({ params = {} }: RequestFacts): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const name of ['user_id', 'factor_id']) {
    const id = parseUuid(params[name] ?? '');
    if (id !== null) ids[name] = id;
  }
  return ids;
}

/**
 * Wraps a handler so that it always responds. Logs one line per request, except for /health and a successful /ready. A
 * bug (see isInternalError) adds a second line.
 */
export function withRequestLog(
  { log, settings, requestId, clientAddress, watch, count }: LogOptions,
  handle: RequestHandler,
): HttpHandler {
  const deadline_ms = settings.api_max_request_duration * 1000;

  return async (request) => {
    const started = process.hrtime.bigint();
    const request_id = requestId(request);
    const from = clientAddress(request);
    const noted: RequestFacts = {};
    const watched = watch?.(request);
    let answered: HttpResponse;
    let thrown: unknown;
    try {
      const work = () => handle(request, { request_id, from }, noted);
      const running = watched ? watched.run(work) : work();
      answered = await (deadline_ms > 0
        ? rejectAtDeadline(running, deadline_ms, () => refuse('request_timeout'))
        : running);
      thrown = noted.redirected_error;
    } catch (error) {
      thrown = error;
      const asked = { api_version: request.header('x-supabase-api-version'), request_id };
      answered = errorResponse(toApiError(error), asked);
    }
    // Creates a new object, because responses share their header objects.
    const headers = request_id ? { ...answered.headers, 'X-Request-Id': request_id } : answered.headers;
    const response = { ...answered, headers };
    const refusal = thrown === undefined ? undefined : toApiError(thrown);
    const duration = Number(process.hrtime.bigint() - started);
    const ending = { noted, status: response.status, refusal, seconds: duration / 1e9 };
    watched?.end(ending);
    count?.(ending, () => ({
      request_id,
      ip: from.ip,
      user_agent: request.header('user-agent') ?? null,
    }));
    const logged_id = redactId(request_id);
    const cause = thrown instanceof ApiError ? thrown.cause : thrown;
    const trigger_function = readTriggerFunction(cause);
    const why = cause ? { cause: redactErrorFields(cause) } : {};
    if (thrown !== undefined && isInternalError(thrown)) {
      const { message: panic, stack } = redactErrorFields(thrown);
      log.error(
        { component: 'api', ...(logged_id ? { request_id: logged_id } : {}), panic, stack },
        'request panicked',
      );
    }
    if (noted.route === '/health' || (noted.route === '/ready' && response.status === 200)) return response;
    const fields = {
      component: 'api',
      method: knownMethodOrOther(request.method),
      // The query is left out because it may contain links and codes.
      path: redactPath(request.path, noted),
      remote_addr: from.ip,
      referer: noted.redirect_to === undefined ? undefined : redactTarget(noted.redirect_to),
      ...(logged_id ? { request_id: logged_id } : {}),
      status: response.status,
      duration,
      ...loggedIds(noted),
      ...(noted.grant_type ? { grant_type: noted.grant_type } : {}),
      ...(noted.provider ? { provider: noted.provider } : {}),
      ...(refusal ? { error: redactSecrets(refusal.msg), error_code: refusal.code } : {}),
      ...(trigger_function === undefined ? {} : { trigger_function }),
      ...(noted.reason === undefined ? {} : { reason: redactSecrets(noted.reason) }),
      ...noted.warning,
    };
    // If the client has disconnected, for example while it waited in a queue, an expected error is no error of the
    // server.
    if (request.aborted && thrown instanceof ApiError) log.info({ ...fields, aborted: true }, 'request completed');
    else if ((refusal?.status ?? 0) >= 500) log.error({ ...fields, ...why }, 'request completed');
    else if (response.status >= 400)
      log.warn({ ...fields, ...(thrown instanceof ApiError ? why : {}) }, 'request completed');
    else if (noted.warning !== undefined) log.warn(fields, 'request completed');
    else log.info({ ...fields, ...(refusal ? why : {}) }, 'request completed');
    return response;
  };
}

/** Converts an exception to the error for the client. An unexpected exception becomes a 500. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof BodyTooLargeError) return refuse('request_entity_too_large', error.limit);
  if (error instanceof BodyRefusedError) return refuse('unavailable');
  if (error instanceof BodyAbortedError) return refuse('bad_json', 'unexpected end of JSON input');
  return refuse(isInternalError(error) ? 'panic' : 'unexpected_failure');
}

/** Returns true if an exception is a bug: neither expected nor a database error. */
function isInternalError(error: unknown): boolean {
  const expected = [ApiError, BodyTooLargeError, BodyAbortedError, BodyRefusedError].some(
    (kind) => error instanceof kind,
  );
  return !expected && !isDatabaseError(error);
}

/** Returns the fields of an error without secrets. Parsers and other servers may quote client input. */
function redactErrorFields(error: unknown): ReturnType<typeof errorLogFields> {
  const { message, stack, ...code } = errorLogFields(error);
  return {
    ...code,
    message: redactSecrets(message),
    ...(stack === undefined ? {} : { stack: redactSecrets(stack) }),
  };
}
