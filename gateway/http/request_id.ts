// Request ids for log lines and error bodies.
import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../server/types.ts';

/** Maximum length of a request id in characters. Every log line of the request repeats the id. */
const MAX_LENGTH = 200;

/**
 * Returns the function that determines request ids: the value of the header named by REQUEST_ID_HEADER ('' if
 * missing), or a new id if no header is configured.
 */
export function createRequestIds(header: string): (request: Pick<HttpRequest, 'header'>) => string {
  if (!header) return () => randomUUID();
  return (request) => (request.header(header) ?? '').slice(0, MAX_LENGTH);
}
