// Emits a page per group. Every sample on it is a program of its own; a test compiles and runs each.

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
    `Answers \`${pascal(entry.name)}ResponseBody\`; fails with ${entry.errors.join(', ')}.\n`
  );
}

function row(name: string, required: boolean | undefined, words: string): string {
  return `| \`${name}\` | ${required ? 'yes' : ''} | ${words.replaceAll('|', '\\|')} |`;
}

/** The members at the top of a body; those of a list of objects stand below `[]`. */
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

function objectsOf(catalogue: Catalogue, ref: Ref, prefix: string): { node: Node; prefix: string }[] {
  const node = resolve(catalogue, ref);
  const branches = (node.oneOf ?? node.anyOf ?? []).flatMap((branch) => objectsOf(catalogue, branch, prefix));
  const items = node.items === undefined ? [] : objectsOf(catalogue, node.items, `${prefix}[]`);
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
