// Generates the functions of operations: all in one module, for the client, and each in a module of its own.
import {
  acceptOf,
  bodyArg,
  type Entry,
  isBare,
  isOptional,
  type Operation,
  type Place,
  paramsOf,
  pascal,
} from './catalogue.ts';
import { text } from './schemas.ts';

/** Returns the row as text, which runtime/row.ts parses. */
export function rowText(entry: Entry): string {
  const names = entry.params.filter((param) => param.in === 'query').map(({ name }) => name);
  if (entry.scope) names.push('T');
  const accept = entry.accept ?? acceptOf(entry);
  const headers = paramsOf(entry).filter((param) => param.in === 'header');
  const flags = [
    entry.body && `body=${bodyText(entry)}`,
    headers.length && `headers=${headers.map(({ name }) => name).join(',')}`,
    entry.answer && `answer=${entry.answer}`,
    accept !== 'application/json' && !/^(lines|events)$/.test(entry.answer ?? '') && `accept=${accept}`,
    entry.anonymous && 'anonymous',
    isBare(entry) && 'bare',
  ];
  const query = names.length ? `?${names.join('&')}` : '';
  return [`${entry.http} ${entry.path}${query}`, ...flags.filter(Boolean)].join(' ');
}

function bodyText(entry: Entry): string {
  const kind = entry.body?.octets ? 'octets' : entry.body?.root ? `root${entry.body.required ? '' : '?'}` : 'json';
  const arg = bodyArg(entry);
  return arg === undefined || arg === 'requestBody' ? kind : `${kind}:${arg}`;
}

/** Returns the deprecation notice of an operation, or of one of its names. */
export function deprecation(entry: Entry, place: Place = entry): string | undefined {
  if (place.former) return `Its name is ${entry.group === null ? '' : `${entry.group}.`}${entry.name} now.`;
  if (entry.gone) return 'No longer in the description of the API.';
  return entry.deprecated ? '' : undefined;
}

export function docLines(entry: Operation, place: Place, indent = ''): string {
  const reason = deprecation(entry, place);
  const old = reason === undefined ? [] : [`${indent} * @deprecated ${reason}`.trimEnd()];
  return [
    `${indent}/**`,
    `${indent} * ${entry.doc}`,
    // The comments of methods omit the path, which their functions have.
    ...(indent ? [] : [` * ${entry.http} ${entry.path}`]),
    ...old,
    `${indent} */`,
  ].join('\n');
}

export interface Names {
  request: string;
  response: string;
  item: string;
}

export function namesOf(entry: Entry): Names {
  const base = pascal(entry.name);
  // The module of all types is named T; a list of names would be as long as their declarations.
  return { request: `T.${base}Request`, response: `T.${base}ResponseBody`, item: `T.${base}Item` };
}

function signatureOf(entry: Operation): { kinds: string[]; type: string } {
  const { request, response, item } = namesOf(entry);
  const [kind, args]: [string, string] = isBare(entry)
    ? ['BareOperation', response]
    : entry.answer === 'events'
      ? ['EventsOperation', `${request}, ${response}, ${item}`]
      : [isOptional(entry) ? 'OptionalOperation' : 'Operation', `${request}, ${response}`];
  const { pages } = entry;
  const paged = pages ? ` & Paged<${text(pages.by)}, ${text(pages.items)}>` : '';
  return { kinds: [kind, ...(pages ? ['Paged'] : [])], type: `${kind}<${args}${errorsOf(entry)}>${paged}` };
}

function callText(entry: Operation, schemas: string): string {
  const { pages } = entry;
  const walk = pages && [pages.by, pages.items, pages.next].flatMap((part) => (part ? text(part) : [])).join(', ');
  const args = [text(rowText(entry)), `() => import('${schemas}/${entry.fn}.ts')`, ...(walk ? [`[${walk}]`] : [])];
  if (/^(lines|events)$/.test(entry.answer ?? ''))
    args.push('undefined', `() => import('${schemas === './schemas' ? '..' : '../..'}/runtime/lines.ts')`);
  return `/* @__PURE__ */ operation(${args.join(', ')})`;
}

/**
 * Returns the module of every function, with types and comments: the client is built from it, and it declares the
 * single-function modules.
 */
export function functionsModule(entries: readonly Operation[]): string {
  const kinds = new Set(entries.flatMap((entry) => signatureOf(entry).kinds));
  const functions = entries.flatMap((entry) => [
    `${docLines(entry, entry)}\nexport const ${entry.fn}: ${signatureOf(entry).type} = ${callText(entry, './schemas')};`,
    ...(entry.also ?? []).map(
      (place) => `${docLines(entry, place)}\nexport const ${place.fn}: typeof ${entry.fn} = ${entry.fn};`,
    ),
  ]);
  return [
    "import type { CallError } from '../runtime/errors.ts';",
    `import { ${[...kinds]
      .sort()
      .map((name) => `type ${name}`)
      .join(', ')}, operation } from '../runtime/operation.ts';`,
    "import type * as T from './types/index.ts';",
    '',
    ...functions,
    '',
  ].join('\n');
}

/** Returns the module of a single function: a bundle gets its row and nothing of the others. */
export function functionModule(entry: Operation): string {
  return (
    `import { operation } from '../../runtime/operation.ts';\nimport type { ${entry.fn} as Type } from '../functions.ts';\n\n` +
    `export const ${entry.fn}: typeof Type = ${callText(entry, '../schemas').replace('/* @__PURE__ */ ', '')};\n`
  );
}

// Returns the errors that a function declares, unless they are all.
function errorsOf({ errors }: Entry): string {
  const classes = [400, 401, 404].filter((status) => errors.includes(status));
  return classes.length === 3 ? '' : `, CallError<${classes.join(' | ') || 'never'}>`;
}

export function aliasModule(entry: Operation, place: Place): string {
  return `export { ${entry.fn} as ${place.fn} } from './${entry.fn}.ts';\n`;
}
