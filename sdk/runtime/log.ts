// The debug logger: prints each attempt and its answer. Masks secrets, which the catalogue marks, and undescribed
// values, unless `logSecrets` is set.
import type { OperationSchemas, Row } from './row.ts';
import type { Schema } from './schema.ts';

/** The methods of the console that are used. */
export interface Logger {
  group(label?: string): void;
  groupEnd(): void;
  log(message: unknown, ...rest: unknown[]): void;
}

/** The schemas of an operation, and whether to print secrets. */
export interface Known {
  readonly row: Row;
  readonly schemas: OperationSchemas;
  readonly clear: boolean;
}

const hidden = '***';
const secretHeader = /^((proxy-)?authorization|(set-)?cookie|.*-protection-bypass)$/i;

export function logRequest(log: Logger, request: Request, body: unknown, known: Known): void {
  const { row, schemas } = known;
  const rule = row.body?.startsWith('root') ? schemas.input : schemas.input.properties?.[row.bodyArg];
  section(log, `> Request: ${request.method} ${address(request, known)}`, () => {
    parts(log, request.headers, body, rule, known, body === undefined);
  });
}

/** `body` is undefined if the answer is passed on as a stream. */
export function logResponse(log: Logger, request: Request, response: Response, body: unknown, known: Known): void {
  const { answers } = known.schemas;
  const rule = answers[response.status] ?? Object.values(answers).find(Boolean);
  section(log, `< Response: ${request.method} ${address(request, known)}`, () => {
    log.log('Status Code:', response.status, response.statusText);
    // Error bodies are not described, but are the reason for reading the log.
    parts(log, response.headers, body, rule, known, false, !response.ok);
  });
}

function section(log: Logger, label: string, print: () => void): void {
  log.group(label);
  print();
  log.groupEnd();
}

function parts(
  log: Logger,
  headers: Headers,
  body: unknown,
  rule: Schema | null | undefined,
  { clear }: Known,
  bare: boolean,
  open = false,
): void {
  section(log, 'Headers:', () => {
    for (const [name, value] of headers) log.log(`${name}: ${!clear && secretHeader.test(name) ? hidden : value}`);
  });
  const type = headers.get('content-type');
  const text =
    typeof body === 'string' ? shown(body, type, rule ? [rule] : [], clear || open) : `<${type ?? 'no content'}>`;
  if (!bare) section(log, 'Body:', () => log.log(text));
}

// The row identifies parts of the path, from its end: the server's URL may have a path of its own.
function address({ url }: Request, { row, schemas, clear }: Known): string {
  const { secrets } = schemas.input;
  if (clear || !secrets) return url;
  const names = row.path.split('/');
  const [path = '', query = ''] = url.split('?');
  const steps = path.split('/');
  const shift = names.length - steps.length;
  const masked = steps.map((step, at) => (secrets.includes((names[at + shift] ?? '').slice(1, -1)) ? hidden : step));
  const pairs = query.replace(/([^&=]+)=[^&]*/g, (pair, name: string) =>
    secrets.includes(name) ? `${name}=${hidden}` : pair,
  );
  return `${masked.join('/')}${query && '?'}${pairs}`;
}

function shown(body: string, type: string | null, rules: readonly Schema[], clear: boolean): unknown {
  if (!type || !/json/i.test(type)) return clear || !body ? body : `<${type ?? 'text'}>`;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return clear ? body : `<${type}>`; // it is not JSON, and not described
  }
  return clear ? value : masked(value, rules);
}

function masked(value: unknown, rules: readonly Schema[]): unknown {
  if (value === null || typeof value === 'boolean') return value;
  const all = rules.flatMap(every);
  if (Array.isArray(value)) {
    const items = all.flatMap((rule) => rule.items ?? []);
    return value.map((item) => masked(item, items));
  }
  if (typeof value !== 'object') return all.some((rule) => Object.keys(rule).length) ? value : hidden;
  const members = Object.entries(value).map(([name, member]) => {
    if (all.some((rule) => rule.secrets?.includes(name))) return [name, member === null ? member : hidden];
    const inner = all.flatMap(({ properties, additionalProperties: more }) => {
      return properties?.[name] ?? (typeof more === 'object' ? more : []);
    });
    return [name, masked(member, inner)];
  });
  return Object.fromEntries(members);
}

function every(rule: Schema): Schema[] {
  if (rule.lazy) return every(rule.lazy());
  return [rule, ...[...(rule.oneOf ?? []), ...(rule.anyOf ?? []), ...(rule.allOf ?? [])].flatMap(every)];
}
