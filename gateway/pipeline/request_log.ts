// Around every request: its id, its deadline, its fault turned into a response, and one line in the log.

import { isDatabaseError } from '../../core/database/outage.ts';
import { errorFields, type Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { ClientAddress } from '../http/client_ip.ts';
import { errorResponse, Refusal, refuse } from '../http/errors.ts';
import { parseUuid } from '../http/uuid.ts';
import { BodyAborted, BodyRefused, BodyTooLarge } from '../server/body_faults.ts';
import type { HttpHandler, HttpRequest, HttpResponse } from '../server/types.ts';
import type { Note as Trail } from './note.ts';
import { saidId, saidMethod, saidPath, saidTarget, withoutSecrets } from './said.ts';
import type { Ending, Watch } from './watch.ts';

type Route = (request: HttpRequest, request_id: string, trail: Trail) => Promise<HttpResponse>;

interface Around {
  log: Logger;
  settings: Pick<Settings, 'api_max_request_duration'>;
  requestId(request: HttpRequest): string;
  clientAddress(request: HttpRequest): ClientAddress;
  /** Where telemetry is on. */
  watch?: Watch | undefined;
  /** Counts how requests end, for reports. */
  count?: ((ending: Ending) => void) | undefined;
}

/** Whom a request is about; what is no id is left out: it may be a token that somebody put in its place. */
function idsOf({ params = {} }: Trail): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const name of ['user_id', 'factor_id']) {
    const id = parseUuid(params[name] ?? '');
    if (id !== null) ids[name] = id;
  }
  return ids;
}

/** The handler that always answers, whatever happens, and logs one line. */
export function observed({ log, settings, requestId, clientAddress, watch, count }: Around, route: Route): HttpHandler {
  const deadline_ms = settings.api_max_request_duration * 1000;

  return async (request) => {
    const started = process.hrtime.bigint();
    const request_id = requestId(request);
    const trail: Trail = {};
    const watched = watch?.(request);
    let response: HttpResponse;
    let thrown: unknown;
    try {
      const running = watched
        ? watched.run(() => route(request, request_id, trail))
        : route(request, request_id, trail);
      response = await withDeadline(running, deadline_ms);
      thrown = trail.told;
    } catch (error) {
      thrown = error;
      const asked = { api_version: request.header('x-supabase-api-version'), request_id };
      response = errorResponse(asRefusal(error), asked);
    }
    const refusal = thrown === undefined ? undefined : asRefusal(thrown);
    const duration = Number(process.hrtime.bigint() - started);
    const ending = { trail, status: response.status, refusal, seconds: duration / 1e9 };
    watched?.end(ending);
    count?.(ending);
    const said_id = saidId(request_id);
    const cause = thrown instanceof Refusal ? thrown.cause : thrown;
    const why = cause ? { cause: saidError(cause) } : {};
    if (thrown !== undefined && isFault(thrown)) {
      const { message: panic, stack } = saidError(thrown);
      log.error({ component: 'api', ...(said_id ? { request_id: said_id } : {}), panic, stack }, 'request panicked');
    }
    if (trail.route === '/health' || (trail.route === '/ready' && response.status === 200)) return response;
    const fields = {
      component: 'api',
      method: saidMethod(request.method),
      // Queries are left out whole: links and codes travel in them.
      path: saidPath(request.path, trail),
      remote_addr: clientAddress(request).ip,
      referer: trail.redirect_to === undefined ? undefined : saidTarget(trail.redirect_to),
      ...(said_id ? { request_id: said_id } : {}),
      status: response.status,
      duration,
      ...idsOf(trail),
      ...(trail.grant_type ? { grant_type: trail.grant_type } : {}),
      ...(trail.provider ? { provider: trail.provider } : {}),
      ...(refusal ? { error: withoutSecrets(refusal.msg), error_code: refusal.code } : {}),
      ...(trail.reason === undefined ? {} : { reason: withoutSecrets(trail.reason) }),
      ...trail.warning,
    };
    // Nobody waits for the answer any more, so no place was kept for it: that is no fault of the server.
    if (request.aborted && thrown instanceof Refusal) log.info({ ...fields, aborted: true }, 'request completed');
    else if ((refusal?.status ?? 0) >= 500) log.error({ ...fields, ...why }, 'request completed');
    else if (response.status >= 400)
      log.warn({ ...fields, ...(thrown instanceof Refusal ? why : {}) }, 'request completed');
    else if (trail.warning !== undefined) log.warn(fields, 'request completed');
    else log.info({ ...fields, ...(refusal ? why : {}) }, 'request completed');
    return response;
  };
}

/** What is answered for a thrown thing; everything that is no refusal is a bug of ours. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof BodyTooLarge) return refuse('request_entity_too_large', error.limit);
  if (error instanceof BodyRefused) return refuse('unavailable');
  if (error instanceof BodyAborted) return refuse('bad_json', 'unexpected end of JSON input');
  return refuse(isFault(error) ? 'panic' : 'unexpected_failure');
}

/** Whether an error is a fault of our code, and neither a refusal nor what the database says of itself. */
function isFault(error: unknown): boolean {
  const foreseen = [Refusal, BodyTooLarge, BodyAborted, BodyRefused].some((kind) => error instanceof kind);
  return !foreseen && !isDatabaseError(error);
}

/** An error of a parser or of somebody who was asked may quote what was sent. */
function saidError(error: unknown): ReturnType<typeof errorFields> {
  const { message, stack, ...code } = errorFields(error);
  return {
    ...code,
    message: withoutSecrets(message),
    ...(stack === undefined ? {} : { stack: withoutSecrets(stack) }),
  };
}

function withDeadline<T>(running: Promise<T>, deadline_ms: number): Promise<T> {
  if (deadline_ms <= 0) return running;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refuse('request_timeout')), deadline_ms);
    running.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
