// Responses of other servers as fuzz inputs: the first line has the status and headers, and the rest is the body.
import { setRequestWrapper } from '../../core/outgoing.ts';

/** Start of an input whose body is JSON. */
export const JSON_HEAD = '200 content-type: application/json';
export const HEAD_WORDS = [
  '\n',
  '200 ',
  '204 ',
  '302 ',
  '400 ',
  '500 ',
  'content-type: ',
  'application/json',
  'text/plain',
];

/** Statuses of which a response has no body. */
const BODILESS = new Set([204, 205, 304]);

export interface SentResponse {
  status: number;
  ok: boolean;
  headers: Headers;
  text: string;
  /** Returns a new response, which can be read once. */
  create(): Response;
}

/**
 * Returns the response that an input describes, such as `200 content-type: application/json; cache-control: no-store`
 * and a body on the next lines. A character below U+0100 is one byte of the body, so that bodies need not be UTF-8.
 * Returns null if no server can send such headers.
 */
export function readResponse(input: string): SentResponse | null {
  const at = input.indexOf('\n');
  const head = at < 0 ? input : input.slice(0, at);
  const [, shown = '200', fields = ''] = /^(\d{3})? ?(.*)$/s.exec(head) ?? [];
  const status = Number(shown);
  if (status < 200 || status > 599) return null;
  const headers = new Headers();
  for (const field of fields.split(/; (?=[\w-]+: )/)) {
    const [, name, value = ''] = /^([\w-]+): (.*)$/s.exec(field) ?? [];
    if (name === undefined) continue;
    try {
      headers.append(name, value);
    } catch {
      return null;
    }
  }
  const body = at < 0 || BODILESS.has(status) ? '' : input.slice(at + 1);
  const bytes = /[^\0-\u00ff]/.test(body) ? Buffer.from(body) : Buffer.from(body, 'latin1');
  const create = (): Response => new Response(BODILESS.has(status) ? null : bytes, { status, headers });
  return { status, ok: status < 300, headers, text: bytes.toString(), create };
}

/** Runs work whose requests to other servers get the response that `respond` returns for their URL. */
export async function withResponses<T>(respond: (url: URL) => Response, work: () => Promise<T>): Promise<T> {
  setRequestWrapper(async ({ target }) => respond(target));
  try {
    return await work();
  } finally {
    setRequestWrapper(null);
  }
}
