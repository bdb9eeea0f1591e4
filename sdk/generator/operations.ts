// Emits stand-alone functions, group classes, the client class and the list of all operations.
import {
  acceptOf,
  bodyArg,
  type Catalogue,
  type Entry,
  everyPlace,
  groupsOf,
  isBare,
  isOptional,
  type Operation,
  type Place,
  paramsOf,
  pascal,
} from './catalogue.ts';
import { text } from './schemas.ts';

/** The row as text; runtime/row.ts reads it back. */
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

/** Why an operation, or one of its names, should not be used any more. */
export function deprecation(entry: Entry, place: Place = entry): string | undefined {
  if (place.former) return `Its name is ${entry.group === null ? '' : `${entry.group}.`}${entry.name} now.`;
  if (entry.gone) return 'No longer in the description of the API.';
  return entry.deprecated ? '' : undefined;
}

function docLines(entry: Operation, place: Place, indent = ''): string {
  const reason = deprecation(entry, place);
  const old = reason === undefined ? [] : [`${indent} * @deprecated ${reason}`.trimEnd()];
  return [
    `${indent}/**`,
    `${indent} * ${entry.doc}`,
    `${indent} * ${entry.http} ${entry.path}`,
    ...old,
    `${indent} */`,
  ].join('\n');
}

function typeFile(entry: Entry): string {
  return entry.group ?? 'client';
}

interface Names {
  request: string;
  response: string;
  item: string;
}

function namesOf(entry: Entry): Names {
  const base = pascal(entry.name);
  return { request: `${base}Request`, response: `${base}ResponseBody`, item: `${base}Item` };
}

/** The type names an entry's signature needs. */
function typesOf(entry: Entry): string[] {
  const { request, response, item } = namesOf(entry);
  return [...(isBare(entry) ? [] : [request]), response, ...(entry.answer === 'events' ? [item] : [])].sort();
}

export function functionModule(entry: Operation): string {
  const { request, response, item } = namesOf(entry);
  const kinds: [string, string] = isBare(entry)
    ? ['BareOperation', response]
    : entry.answer === 'events'
      ? ['EventsOperation', `${request}, ${response}, ${item}`]
      : [isOptional(entry) ? 'OptionalOperation' : 'Operation', `${request}, ${response}`];
  const [kind, args] = kinds;
  const { pages } = entry;
  const paged = pages ? ` & Paged<${text(pages.by)}, ${text(pages.items)}>` : '';
  const imports = [kind, ...(pages ? ['Paged'] : [])].map((name) => `type ${name}`).join(', ');
  const errors = errorsOf(entry);
  return (
    (errors ? `import type { CallError } from '../../runtime/errors.ts';\n` : '') +
    `import { ${imports}, operation } from '../../runtime/operation.ts';\n` +
    `import type { ${typesOf(entry).join(', ')} } from '../types/${typeFile(entry)}.ts';\n\n` +
    `${docLines(entry, entry)}\n` +
    `export const ${entry.fn}: ${kind}<${args}${errors}>${paged} = /* @__PURE__ */ operation(\n` +
    `  ${text(rowText(entry))},\n` +
    `  () => import('../schemas/${entry.fn}.ts'),\n` +
    (pages
      ? `  [${[pages.by, pages.items, pages.next].flatMap((part) => (part ? text(part) : [])).join(', ')}],\n`
      : '') +
    ');\n'
  );
}

// The errors a function declares, where they are not all there are.
function errorsOf({ errors }: Entry): string {
  const classes = [400, 401, 404].filter((status) => errors.includes(status));
  return classes.length === 3 ? '' : `, CallError<${classes.join(' | ') || 'never'}>`;
}

export function aliasModule(entry: Operation, place: Place): string {
  return (
    `import { ${entry.fn} } from './${entry.fn}.ts';\n\n` +
    `${docLines(entry, place)}\nexport const ${place.fn}: typeof ${entry.fn} = ${entry.fn};\n`
  );
}

export interface Method {
  entry: Operation;
  place: Place;
}

/** Methods of a group, those whose operation lives elsewhere included. */
export function methodsOf(catalogue: Catalogue, group: string | null): Method[] {
  return catalogue.entries.flatMap((entry) =>
    everyPlace(entry)
      .filter((place) => place.group === group)
      .map((place) => ({ entry, place })),
  );
}

function methodText({ entry, place }: Method, core: string): string {
  const method = place.name;
  const { request, response, item } = namesOf(entry);
  const doc = docLines(entry, place, '  ');
  const call = `{\n    return asValue(${entry.fn}(${core}, ${isBare(entry) ? 'options' : 'request, options'}));\n  }`;
  if (isBare(entry)) return `${doc}\n  ${method}(options?: CallOptions): CallPromise<${response}> ${call}`;
  const args = `request${isOptional(entry) ? '?' : ''}: ${request}`;
  if (entry.pages) {
    const page = `PagePromise<${response}, ItemOf<${response}, ${text(entry.pages.items)}>>`;
    return `${doc}\n  ${method}(${args}, options?: CallOptions): ${page} {\n    return asPages(${core}, ${entry.fn}, request, options);\n  }`;
  }
  if (entry.answer !== 'events')
    return `${doc}\n  ${method}(${args}, options?: CallOptions): CallPromise<${response}> ${call}`;
  return [
    `${doc}\n  ${method}(${args}, options: EventOptions & { stream: true }): CallPromise<AsyncIterable<${item}>>;`,
    `  ${method}(${args}, options?: EventOptions): CallPromise<${response}>;`,
    `  ${method}(${args}, options?: EventOptions): CallPromise<${response} | AsyncIterable<${item}>> ${call}`,
  ].join('\n');
}

function importsOf(methods: readonly Method[]): string {
  const options = methods.some(({ entry }) => entry.answer === 'events') ? 'CallOptions, EventOptions' : 'CallOptions';
  const files = new Map<string, Set<string>>();
  const paged = methods.some(({ entry }) => entry.pages);
  const plain = methods.some(({ entry }) => !entry.pages);
  for (const { entry } of methods) {
    const file = files.get(typeFile(entry)) ?? new Set();
    for (const name of typesOf(entry)) file.add(name);
    files.set(typeFile(entry), file);
  }
  return [
    `import type { ${options} } from '../../runtime/options.ts';`,
    ...(paged ? [`import { asPages, type ItemOf } from '../../runtime/pages.ts';`] : []),
    `import { ${[...(plain ? ['type CallPromise', 'asValue'] : []), ...(paged ? ['type PagePromise'] : [])].join(
      ', ',
    )} } from '../../runtime/result.ts';`,
    ...[...new Set(methods.map(({ entry }) => entry.fn))].map((fn) => `import { ${fn} } from '../funcs/${fn}.ts';`),
    ...[...files].map(([file, names]) => `import type { ${[...names].sort().join(', ')} } from '../types/${file}.ts';`),
  ].join('\n');
}

export function groupModule(catalogue: Catalogue, group: string): string {
  const methods = methodsOf(catalogue, group);
  return (
    `import type { PlatformCore } from '../../runtime/core.ts';\n${importsOf(methods)}\n\n` +
    `export class ${pascal(group)} {\n  readonly #core: PlatformCore;\n\n` +
    '  constructor(core: PlatformCore) {\n    this.#core = core;\n  }\n\n' +
    `${methods.map((method) => methodText(method, 'this.#core')).join('\n\n')}\n}\n`
  );
}

export function clientModule(catalogue: Catalogue): string {
  const groups = groupsOf(catalogue);
  const methods = methodsOf(catalogue, null);
  const imports = groups.map((group) => `import { ${pascal(group)} } from './groups/${group}.ts';`);
  const getters = groups.map(
    (group) =>
      `  get ${group}(): ${pascal(group)} {\n    this.#${group} ??= new ${pascal(group)}(this);\n    return this.#${group};\n  }`,
  );
  return (
    `import { PlatformCore } from '../runtime/core.ts';\n${importsOf(methods).replaceAll("'../../", "'../").replaceAll("'../funcs", "'./funcs").replaceAll("'../types", "'./types")}\n` +
    `${imports.join('\n')}\n\n/** The client: every operation is a method, most of them in groups. */\nexport class Platform extends PlatformCore {\n` +
    `${groups.map((group) => `  #${group}?: ${pascal(group)};`).join('\n')}\n\n` +
    `${getters.join('\n\n')}\n\n${methods.map((method) => methodText(method, 'this')).join('\n\n')}\n}\n`
  );
}

/** All operations as data, for tools that offer them by name. */
export function listModule(catalogue: Catalogue): string {
  const { entries } = catalogue;
  const rows = entries.map((entry) => {
    const facts = [
      `groups: [${everyPlace(entry)
        .filter(({ former }) => !former)
        .flatMap(({ group }) => (group === null ? [] : text(group)))
        .join(', ')}]`,
      `method: ${text(entry.name)}`,
      `name: ${text(entry.fn)}`,
      `doc: ${text(entry.doc)}`,
      `deprecated: ${entry.deprecated === true}`,
      `operation: ${entry.fn}`,
    ];
    return `  { ${facts.join(', ')} },`;
  });
  return (
    `import type { ListedOperation } from '../runtime/listed.ts';\n` +
    `${entries.map((entry) => `import { ${entry.fn} } from './funcs/${entry.fn}.ts';`).join('\n')}\n\n` +
    `/** Every operation once. */\nexport const operations: readonly ListedOperation[] = [\n${rows.join('\n')}\n];\n`
  );
}

export function typesIndex(catalogue: Catalogue): string {
  const own = new Set(catalogue.entries.map(typeFile));
  return [...own, 'shared']
    .map((file) => `export type * from './${file}.ts';`)
    .join('\n')
    .concat('\n');
}
