// Generates a page per group. Every sample on it is a complete program, which a test compiles and runs.

import {
  argOf,
  bodyArg,
  type Catalogue,
  groupsOf,
  type Operation,
  type Place,
  paramsOf,
  pascal,
  resolve,
} from './catalogue.ts';
import { deprecation } from './functions.ts';
import type { Node, Ref } from './node.ts';
import { methodsOf } from './operations.ts';
import { layout, sampleArguments } from './samples.ts';
import { memberLine, paramLine } from './words.ts';

interface Example {
  entry: Operation;
  place: Place;
}

const client = `import { Platform } from '@postern/platform';

const platform = new Platform({ bearerToken: '<BEARER_TOKEN>' });`;

function sampleOf(catalogue: Catalogue, { entry, place }: Example): string {
  const object = place.group === null ? 'platform' : `platform.${place.group}`;
  const call = `${object}.${place.name}(${layout(sampleArguments(catalogue, entry) ?? '')})`;
  return `${client}\n${useOf(entry, call).join('\n')}`;
}

function useOf(entry: Operation, call: string): string[] {
  if (entry.answer === 'lines') return [`for await (const entry of await ${call}) console.log(entry);`];
  if (entry.answer === 'stream')
    return [`const stream = await ${call};`, 'for await (const chunk of stream) console.log(chunk.byteLength);'];
  if (!Object.values(entry.answers).some((ref) => ref !== null) && entry.answer !== 'file') return [`await ${call};`];
  return [`const answer = await ${call};`, 'console.log(answer);'];
}

/** The same as a stand-alone function. */
function functionSample(catalogue: Catalogue, { entry, place: { fn } }: Example): string {
  const args = sampleArguments(catalogue, entry);
  return `import { PlatformCore } from '@postern/platform/core.js';
import { ${fn} } from '@postern/platform/funcs/${fn}.js';

const core = new PlatformCore({ bearerToken: '<BEARER_TOKEN>' });
const result = await ${fn}(core${args ? `, ${layout(args)}` : ''});
console.log(result.ok ? result.value : result.error);`;
}

function methodPage(catalogue: Catalogue, example: Example): string {
  const { entry, place } = example;
  const { scope, ...own } = entry;
  const rows = paramsOf(own).map((param) => {
    const old = resolve(catalogue, param.schema).deprecated ? ' Deprecated.' : '';
    return row(argOf(param), param.required, `${paramLine(catalogue, entry, param)}${old}`);
  });
  if (scope) rows.push('| `teamId`, `slug` | | The team to act for: its id or its short name. |');
  if (entry.body) {
    const { root, octets, required, schema } = entry.body;
    const arg = bodyArg(entry);
    const type = octets ? 'UploadBody' : `${pascal(entry.name)}Request${root ? '' : 'Body'}`;
    if (arg) rows.push(row(arg, required, `\`${type}\` as the body.`));
    if (schema !== undefined) rows.push(...memberRows(catalogue, entry, schema, arg));
  }
  const reason = deprecation(entry, place);
  const old = reason === undefined ? '' : `**Deprecated.** ${reason} `.replace('  ', ' ');
  const table = rows.length ? `\n| argument | required | |\n|---|---|---|\n${rows.join('\n')}\n` : '';
  return (
    `## ${place.name}\n\n${old}${entry.doc}\n\n\`${entry.http} ${entry.path}\`, stand-alone: \`${place.fn}\`\n\n` +
    `\`\`\`ts\n${sampleOf(catalogue, example)}\n\`\`\`\n${table}\n` +
    `Answers \`${pascal(entry.name)}ResponseBody\`; fails with ${entry.errors.join(', ')}.\n${answerTable(catalogue, entry)}`
  );
}

function row(name: string, required: boolean | undefined, words: string): string {
  return `| \`${name}\` | ${required ? 'yes' : ''} | ${words.replaceAll('|', '\\|')} |`;
}

/** Returns the top-level members of a body; those of a list of objects are below `[]`. */
function memberRows(catalogue: Catalogue, entry: Operation, ref: Ref, under: string | undefined): string[] {
  const objects = objectsOf(catalogue, ref, under ?? '');
  const seen = new Set<string>();
  return objects.flatMap(({ node, prefix }) =>
    Object.entries(node.properties ?? {}).flatMap(([wire, schema]) => {
      const name = `${prefix}${prefix ? '.' : ''}${argOf({ name: wire, in: 'query', schema })}`;
      const words = memberLine(catalogue, catalogue.words.member(entry, wire), schema);
      if (seen.has(name) || !words) return [];
      seen.add(name);
      const always = objects.length === 1 && node.required?.includes(wire);
      return row(name, always, `${words}${resolve(catalogue, schema).deprecated ? ' Deprecated.' : ''}`);
    }),
  );
}

const mostRows = 40;

/** Returns the members of an answer and, for lists and objects, one nested level; the types document the rest. */
function answerTable(catalogue: Catalogue, entry: Operation): string {
  const rows = new Map<string, string>();
  for (const ref of Object.values(entry.answers)) if (ref !== null) addRows(catalogue, ref, '', undefined, rows);
  if (!rows.size) return '';
  const shown = [...rows.values()].slice(0, mostRows);
  const more = rows.size > shown.length ? `\n\nAnd ${rows.size - shown.length} more.` : '';
  return `\n| answer | type | |\n|---|---|---|\n${shown.join('\n')}${more}\n`;
}

function addRows(
  catalogue: Catalogue,
  ref: Ref,
  under: string,
  parent: string | undefined,
  rows: Map<string, string>,
): void {
  for (const { node, prefix } of objectsOf(catalogue, ref, under)) {
    for (const [wire, sub] of Object.entries(node.properties ?? {})) {
      const name = `${prefix}${prefix ? '.' : ''}${argOf({ name: wire, in: 'query', schema: sub })}`;
      const { say = '' } = catalogue.words.answer(parent, wire) ?? {};
      if (!rows.has(name)) rows.set(name, `| \`${name}\` | ${kindWords(catalogue, sub)} | ${say} |`);
      if (parent === undefined) addRows(catalogue, sub, name, wire, rows);
    }
  }
}

function kindWords(catalogue: Catalogue, ref: Ref): string {
  const node = resolve(catalogue, ref);
  if (node.enum) return node.enum.length > 6 ? 'text' : node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.oneOf ?? node.anyOf) return 'one of several';
  const names: Record<string, string> = { array: 'list', string: 'text', integer: 'number', boolean: 'true or false' };
  const types = [node.type ?? (node.properties ? 'object' : 'anything')].flat();
  const date = node.format === 'date-time';
  return types.map((type) => (type === 'string' && date ? 'date' : (names[type] ?? type))).join(' or ');
}

// A list may contain lists of its own type.
const deepest = 4;

function objectsOf(catalogue: Catalogue, ref: Ref, prefix: string, depth = 0): { node: Node; prefix: string }[] {
  if (depth > deepest) return [];
  const node = resolve(catalogue, ref);
  const inside = (inner: Ref, name = prefix) => objectsOf(catalogue, inner, name, depth + 1);
  const branches = (node.oneOf ?? node.anyOf ?? []).flatMap((branch) => inside(branch));
  const items = node.items === undefined ? [] : inside(node.items, `${prefix}[]`);
  return [...(node.properties ? [{ node, prefix }] : []), ...branches, ...items];
}

export function groupPage(catalogue: Catalogue, group: string | null): string {
  const examples = methodsOf(catalogue, group);
  const [first] = examples;
  const standAlone = first ? `\`\`\`ts\n${functionSample(catalogue, first)}\n\`\`\`\n\n` : '';
  return (
    `# ${group ?? 'Methods of the client'}\n\nEvery method is also a function that stands alone and does not throw:\n\n` +
    `${standAlone}${examples.map((example) => methodPage(catalogue, example)).join('\n')}`
  );
}

const errorTable = `## Errors

What an operation fails with by the API's own description; any other status can come as well.

| status | class |
|---|---|
| 400 | \`PlatformBadRequestError\` |
| 401 | \`PlatformForbiddenError\` |
| 404 | \`PlatformNotFoundError\` |
| 429 | \`PlatformRateLimitError\` |
| any other | \`PlatformError\`, the base of the four |
`;

export function docsIndex(catalogue: Catalogue): string {
  const groups: (string | null)[] = [...groupsOf(catalogue), null];
  const lines = groups.map((group) => {
    const methods = methodsOf(catalogue, group).map(({ place, entry }) =>
      deprecation(entry, place) === undefined ? place.name : `~~${place.name}~~`,
    );
    return `- [${group ?? 'client'}](${group ?? 'client'}.md): ${methods.join(', ')}`;
  });
  return `# Operations\n\n${lines.join('\n')}\n\n${errorTable}`;
}
