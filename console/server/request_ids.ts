// Request ids of the responses that come from the console and not from the gateway.
import { randomUUID } from 'node:crypto';
import type { Logger } from '../../core/log.ts';
import type { HttpHandler, HttpResponse } from '../../gateway/server/types.ts';

const isNamed = ({ headers }: HttpResponse): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'x-request-id');

/**
 * Adds X-Request-Id to the responses that have none, and logs those with an error. These requests are not stored, so
 * only the log has their ids. Forwarded responses have the id of the gateway (forward.ts).
 */
export function withRequestIds(log: Logger, handler: HttpHandler): HttpHandler {
  return async (request) => {
    const answer = await handler(request);
    if (isNamed(answer)) return answer;
    const request_id = randomUUID();
    const { status } = answer;
    if (status >= 400)
      log.info({ component: 'console', request_id, method: request.method, status }, 'request refused by the console');
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': request_id } };
  };
}
