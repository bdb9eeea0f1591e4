// Generates group classes, the client class and the list of all operations.

import { camel } from '../runtime/schema.ts';
import {
  type Catalogue,
  everyPlace,
  groupsOf,
  isBare,
  isOptional,
  type Operation,
  type Place,
  pascal,
  resolve,
} from './catalogue.ts';
import { docLines, namesOf } from './functions.ts';
import type { Ref } from './node.ts';
import { text } from './schemas.ts';

export interface Method {
  entry: Operation;
  place: Place;
}

/** Returns the methods of a group, including those whose operation belongs to another group. */
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
  const paged = methods.some(({ entry }) => entry.pages);
  const plain = methods.some(({ entry }) => !entry.pages);
  return [
    `import type { ${options} } from '../runtime/options.ts';`,
    ...(paged ? [`import { asPages, type ItemOf } from '../runtime/pages.ts';`] : []),
    `import { ${[...(plain ? ['type CallPromise', 'asValue'] : []), ...(paged ? ['type PagePromise'] : [])].join(
      ', ',
    )} } from '../runtime/result.ts';`,
    `import { ${[...new Set(methods.map(({ entry }) => entry.fn))].sort().join(', ')} } from './functions.ts';`,
    "import type * as T from './types/index.ts';",
  ].join('\n');
}

function classText(group: string, methods: readonly Method[]): string {
  return (
    `export class ${pascal(group)} {\n  readonly #core: PlatformCore;\n\n` +
    '  constructor(core: PlatformCore) {\n    this.#core = core;\n  }\n\n' +
    `${methods.map((method) => methodText(method, 'this.#core')).join('\n\n')}\n}\n`
  );
}

/**
 * Returns the module of every group's class. They are in one module, because the client imports all of them and each
 * module costs time and memory.
 */
export function groupsModule(catalogue: Catalogue): string {
  const groups = groupsOf(catalogue).map((group) => ({ group, methods: methodsOf(catalogue, group) }));
  return (
    `import type { PlatformCore } from '../runtime/core.ts';\n${importsOf(groups.flatMap(({ methods }) => methods))}\n\n` +
    groups.map(({ group, methods }) => classText(group, methods)).join('\n')
  );
}

export function clientModule(catalogue: Catalogue): string {
  const groups = groupsOf(catalogue);
  const methods = methodsOf(catalogue, null);
  const getters = groups.map(
    (group) => `  get ${group}(): ${pascal(group)} {\n    return (this.#${group} ??= new ${pascal(group)}(this));\n  }`,
  );
  return (
    `import { PlatformCore } from '../runtime/core.ts';\n${importsOf(methods)}\n` +
    `import { ${groups.map(pascal).join(', ')} } from './groups.ts';\n\n` +
    '/** The client: every operation is a method, most of them in groups. */\nexport class Platform extends PlatformCore {\n' +
    `${groups.map((group) => `  #${group}?: ${pascal(group)};`).join('\n')}\n\n` +
    `${getters.join('\n\n')}\n\n${methods.map((method) => methodText(method, 'this')).join('\n\n')}\n}\n`
  );
}

/** Returns the module of all operations as data, for tools that offer them by name. */
export function listModule(catalogue: Catalogue): string {
  const rows = catalogue.entries.map((entry) => {
    const groups = everyPlace(entry).flatMap(({ former, group }) => (former || group === null ? [] : [group]));
    const facts = [text(groups.join(' ')), text(entry.name), text(entry.fn), text(entry.doc)];
    return `  [${[...facts, ...(entry.deprecated ? ['true'] : [])].join(', ')}],`;
  });
  return (
    `import { type ListedOperation, listed, type ListedRow } from '../runtime/listed.ts';\nimport * as functions from './functions.ts';\n\n` +
    `const rows: readonly ListedRow[] = [\n${rows.join('\n')}\n];\n\n` +
    '/** Every operation once. */\nexport const operations: readonly ListedOperation[] = listed(rows, functions);\n'
  );
}

/** Returns the module of body members by function, for the search of the MCP server. */
export function membersModule(catalogue: Catalogue): string {
  const lines = catalogue.entries.flatMap(({ fn, body }) => {
    const names = body?.schema === undefined ? [] : [...memberNames(catalogue, body.schema)];
    return names.length ? [`  ${fn}: ${text(names.join(' '))},`] : [];
  });
  return `export const members: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n};\n`;
}

// Only the first two levels of a body: deeper ones are less significant for the search.
function memberNames(catalogue: Catalogue, ref: Ref, depth = 0, found = new Set<string>()): Set<string> {
  const node = resolve(catalogue, ref);
  const inside = [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.items === undefined ? [] : [node.items])];
  for (const inner of inside) memberNames(catalogue, inner, depth + 0.5, found);
  if (depth >= 2) return found;
  for (const [wire, sub] of Object.entries(node.properties ?? {})) {
    found.add(camel(wire));
    memberNames(catalogue, sub, depth + 1, found);
  }
  return found;
}

export function typesIndex(catalogue: Catalogue): string {
  const own = new Set(catalogue.entries.map(({ group }) => group ?? 'client'));
  return [...own, 'shared']
    .map((file) => `export type * from './${file}.ts';`)
    .join('\n')
    .concat('\n');
}
