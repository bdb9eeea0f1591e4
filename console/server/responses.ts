// Responses of the console's own routes. Errors have the format of the API.
import { parseJsonObject } from '../../gateway/http/body.ts';
import { refuse } from '../../gateway/http/errors.ts';
import { storageErrorOf } from '../../gateway/http/storable.ts';
import type { HttpRequest, HttpResponse } from '../../gateway/server/types.ts';
import { SECURITY_HEADERS } from './files.ts';

const MOST_BODY_BYTES = 64 * 1024;

export function jsonResponse(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(body),
  };
}

/** Returns the response with a Set-Cookie header; unchanged without a value. */
export function withCookie(answer: HttpResponse, cookie: string | undefined): HttpResponse {
  return cookie === undefined ? answer : { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
}

/** The gateway cannot answer now. `answer` is its response: 429, or a status of 500 or more. */
export class UnavailableError extends Error {
  readonly code = 'CONSOLE_UNAVAILABLE';
  readonly answer: HttpResponse;

  constructor(answer: HttpResponse) {
    super('the gateway is unavailable');
    this.answer = answer;
  }
}

/** True for the responses with which the gateway says that it cannot answer now. */
export const isUnavailable = ({ status }: HttpResponse): boolean => status >= 500 || status === 429;

export function errorResponse(status: number, error_code: string, msg: string): HttpResponse {
  return jsonResponse(status, { code: status, error_code, msg });
}

/**
 * Reads the JSON object of a sign-in. An empty body is an empty object. Rejects with an ApiError (400 bad_json) or an
 * error of body_faults.ts.
 */
export async function readJsonBody(request: HttpRequest): Promise<Record<string, unknown>> {
  const body = await request.body(MOST_BODY_BYTES);
  if (body.length === 0) return {};
  const value = parseJsonObject(body);
  const fault = storageErrorOf(value, body.toString('utf8'));
  if (fault) throw refuse('bad_json', fault);
  return value;
}

/** Returns the value of a cookie; undefined if the request does not have it. */
export function readCookie(request: HttpRequest, name: string): string | undefined {
  for (const part of (request.header('cookie') ?? '').split(/;\s*/)) {
    const [key, value] = part.split('=', 2);
    if (key === name && value !== undefined && value !== '') return value;
  }
  return undefined;
}
