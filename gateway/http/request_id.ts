// The id of a request in log lines and error bodies.
import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../server/types.ts';

/** Longer ids are cut, because every log line of the request repeats the id. */
const MAX_LENGTH = 200;

/**
 * Returns the function that determines ids: new ones, or the value of the header named by REQUEST_ID_HEADER ('' if it
 * is missing).
 */
export function createRequestIds(header: string): (request: Pick<HttpRequest, 'header'>) => string {
  if (!header) return () => randomUUID();
  return (request) => (request.header(header) ?? '').slice(0, MAX_LENGTH);
}
