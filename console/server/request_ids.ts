// Errors and request ids of the responses that come from the console and not from the gateway.
import { randomUUID } from 'node:crypto';
import { errorLogFields, type Logger } from '../../core/log.ts';
import { errorResponse } from '../../gateway/http/errors.ts';
import { toApiError } from '../../gateway/pipeline/request_log.ts';
import type { HttpHandler, HttpResponse } from '../../gateway/server/types.ts';
import { SECURITY_HEADERS } from './files.ts';

const isNamed = ({ headers }: HttpResponse): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'x-request-id');

/**
 * Converts exceptions to the errors of the API. Adds X-Request-Id to the responses that have none, and logs those with
 * an error. These requests are not stored, so only the log has their ids. Forwarded responses have the id of the
 * gateway (forward.ts).
 */
export function withRequestIds(log: Logger, handler: HttpHandler): HttpHandler {
  return async (request) => {
    const request_id = randomUUID();
    let answer: HttpResponse;
    try {
      answer = await handler(request);
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.status === 500)
        log.error({ component: 'console', request_id, error: errorLogFields(error) }, 'request failed in the console');
      const { status, headers, body } = errorResponse(refusal, { api_version: undefined, request_id });
      answer = { status, headers: { ...SECURITY_HEADERS, 'Cache-Control': 'no-store', ...headers }, body };
    }
    if (isNamed(answer)) return answer;
    const { status } = answer;
    if (status >= 400)
      log.info({ component: 'console', request_id, method: request.method, status }, 'request refused by the console');
    return { ...answer, headers: { ...answer.headers, 'X-Request-Id': request_id } };
  };
}
