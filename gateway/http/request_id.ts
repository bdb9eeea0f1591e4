// The id under which a request appears in log lines and in error bodies.
import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../server/types.ts';

/** Longer ones are cut: the id is copied into every log line of the request. */
const MAX_LENGTH = 200;

/** How ids are made: fresh ones, or the value of the header that REQUEST_ID_HEADER names, even when it is missing (''). */
export function createRequestIds(header: string): (request: Pick<HttpRequest, 'header'>) => string {
  if (!header) return () => randomUUID();
  return (request) => (request.header(header) ?? '').slice(0, MAX_LENGTH);
}
