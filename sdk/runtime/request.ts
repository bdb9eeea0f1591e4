// Builds URL, headers and body from validated arguments.
import type { PlatformCore } from './core.ts';
import { InvalidRequestError } from './errors.ts';
import type { EventOptions } from './options.ts';
import type { Row } from './row.ts';
import { version } from './version.ts';

export interface Draft {
  readonly url: string;
  readonly headers: Headers;
  readonly body: BodyInit | undefined;
}

/** Arguments after the schema has renamed them to wire names. */
export type WireArguments = Readonly<Record<string, unknown>>;

export function draft(
  core: PlatformCore,
  row: Row,
  wire: WireArguments,
  server: URL,
  options: EventOptions,
  given: unknown,
): Draft {
  const invalid = (path: string, message: string) =>
    new InvalidRequestError(given, [{ path: [path], code: 'value', message }]);
  const body = bodyOf(row, wire);
  const headers = new Headers();
  const set = (name: string, value: string, path: string, again = false) => {
    // The message omits the value, which may be a token.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw invalid(path, `has characters that the header ${name} cannot carry`);
    if (again) headers.append(name, value);
    else headers.set(name, value);
  };
  headers.set('accept', acceptOf(row, options));
  if (body !== undefined)
    headers.set('content-type', row.body === 'octets' ? 'application/octet-stream' : 'application/json');
  for (const name of row.headers) if (wire[name] !== undefined) set(name, String(wire[name]), name);
  const length = wire['Content-Length'];
  if (length !== undefined && body !== undefined) checkLength(Number(length), body, invalid);
  for (const source of [options.fetchOptions?.headers, options.headers]) {
    const given = new Set<string>();
    for (const [name, value] of headerPairs(source)) {
      // A later source replaces an earlier one; a name repeated within one source keeps all its values.
      set(name, value, 'headers', given.has(name.toLowerCase()));
      given.add(name.toLowerCase());
    }
  }
  // Browsers send their own User-Agent, and an extra header would cost a preflight request.
  const browser = /^Mozilla\//.test(globalThis.navigator?.userAgent ?? '');
  if (core.options.userAgent) set('user-agent', core.options.userAgent, 'userAgent');
  else if (!browser) headers.set('user-agent', `postern-platform/${version}`);
  return { url: address(row, wire, server, invalid), headers, body };
}

type Invalid = (path: string, message: string) => InvalidRequestError;

function address(row: Row, wire: WireArguments, server: URL, invalid: Invalid): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(wire[name]);
    // A URL parser removes these segments, and the request would reach another resource.
    if (value === '' || value === '.' || value === '..') throw invalid(name, 'must not be empty, "." or ".."');
    return encode(value, name, invalid);
  });
  const pairs = server.search.slice(1).split('&').filter(Boolean);
  for (const name of [...row.query].sort()) {
    const value = wire[name];
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value])
      pairs.push(`${name}=${encode(String(item), name, invalid)}`);
  }
  return `${server.origin}${server.pathname.replace(/\/+$/, '')}${path}${pairs.length ? `?${pairs.join('&')}` : ''}`;
}

function encode(value: string, name: string, invalid: Invalid): string {
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalid(name, 'has half of a surrogate pair, which no URL can carry');
  }
}

function bodyOf(row: Row, wire: WireArguments): BodyInit | undefined {
  const value = row.body === 'root' ? wire : row.body === 'root?' ? some(wire) : wire[row.bodyArg];
  if (!row.body || value === undefined) return undefined;
  // Validation has accepted only bytes.
  return row.body === 'octets' ? (value as BodyInit) : JSON.stringify(value);
}

function some(wire: WireArguments): WireArguments | undefined {
  return Object.keys(wire).length ? wire : undefined;
}

function checkLength(length: number, body: BodyInit, invalid: Invalid): void {
  if (!Number.isInteger(length) || length < 0) throw invalid('contentLength', 'must be a whole number of bytes');
  const size = body instanceof Blob ? body.size : (body as { byteLength?: number }).byteLength;
  if (size !== undefined && size !== length)
    throw invalid('contentLength', `is ${length}, but the body has ${size} bytes`);
}

function acceptOf({ answer, accept }: Row, options: EventOptions): string {
  if (answer === 'lines') return 'application/stream+json';
  if (answer !== 'events') return accept;
  if (options.acceptHeaderOverride) return options.acceptHeaderOverride;
  return options.stream ? 'application/stream+json' : 'application/json;q=1, application/stream+json;q=0';
}

function headerPairs(source: HeadersInit | undefined): [string, string][] {
  if (!source) return [];
  if (source instanceof Headers) return [...source];
  const pairs = Array.isArray(source) ? source : Object.entries(source);
  return pairs.filter(([, value]) => value !== undefined).map(([name = '', value]) => [name, String(value)]);
}
