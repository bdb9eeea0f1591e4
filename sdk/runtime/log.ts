// The debug logger: prints each attempt and its answer, secrets masked unless asked otherwise.

/** The part of the console that is used. */
export interface Logger {
  group(label?: string): void;
  groupEnd(): void;
  log(message: unknown, ...rest: unknown[]): void;
}

const secretHeader = /^(authorization|proxy-authorization|cookie|set-cookie)$/i;
const secretMember = /token|secret|password|private.?key|authorization|^value$/i;

export function logRequest(log: Logger, request: Request, body: unknown, clear: boolean): void {
  log.group(`> Request: ${request.method} ${request.url}`);
  section(log, 'Headers:', headerLines(request.headers, clear));
  const type = request.headers.get('content-type');
  if (body !== undefined) section(log, 'Body:', [typeof body === 'string' ? shown(body, type, clear) : `<${type}>`]);
  log.groupEnd();
}

/** `body` is undefined when the answer is handed on as a stream. */
export function logResponse(log: Logger, request: Request, response: Response, body: unknown, clear: boolean): void {
  log.group(`< Response: ${request.method} ${request.url}`);
  log.log('Status Code:', response.status, response.statusText);
  section(log, 'Headers:', headerLines(response.headers, clear));
  const type = response.headers.get('content-type');
  section(log, 'Body:', [typeof body === 'string' ? shown(body, type, clear) : `<${type ?? 'no content'}>`]);
  log.groupEnd();
}

function section(log: Logger, label: string, lines: unknown[]): void {
  log.group(label);
  for (const line of lines) log.log(line);
  log.groupEnd();
}

function headerLines(headers: Headers, clear: boolean): string[] {
  return [...headers].map(([name, value]) => `${name}: ${!clear && secretHeader.test(name) ? '***' : value}`);
}

function shown(body: string, type: string | null, clear: boolean): unknown {
  if (!type || !/json/i.test(type)) return body;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return body; // claimed to be JSON; print what came
  }
  return clear ? value : masked(value, false);
}

/** A copy that hides every leaf below a telling name: `secrets: [{ name, value }]` is a list of objects. */
function masked(value: unknown, secret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, secret));
  if (typeof value === 'object' && value !== null) {
    // Variables are named by `key`; beside a certificate it is the private key.
    const tells = (name: string) => secret || secretMember.test(name) || (name === 'key' && 'cert' in value);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, tells(name))]));
  }
  return secret && (typeof value === 'string' || typeof value === 'number') ? '***' : value;
}
