// Emits a page per group, and the same examples as code that tsc checks.
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
import { deprecation, methodsOf } from './operations.ts';
import { sampleArguments } from './samples.ts';
import { paramLine } from './words.ts';

interface Example {
  entry: Operation;
  place: Place;
  lines: string[];
}

function examplesOf(catalogue: Catalogue, group: string | null): Example[] {
  return methodsOf(catalogue, group).map(({ entry, place }) => {
    const object = group === null ? 'platform' : `platform.${group}`;
    const call = `${object}.${place.name}(${sampleArguments(catalogue, entry) ?? ''})`;
    return { place, entry, lines: exampleLines(entry, call) };
  });
}

function exampleLines(entry: Operation, call: string): string[] {
  if (entry.answer === 'lines') return [`for await (const entry of await ${call}) console.log(entry);`];
  if (entry.answer === 'stream')
    return [`const stream = await ${call};`, 'for await (const chunk of stream) console.log(chunk.byteLength);'];
  if (!Object.values(entry.answers).some((ref) => ref !== null) && entry.answer !== 'file') return [`await ${call};`];
  return [`const answer = await ${call};`, 'console.log(answer);'];
}

/** The examples of a group as a module. */
export function exampleModule(catalogue: Catalogue, group: string | null): string {
  const functions = examplesOf(catalogue, group).map(
    ({ place, lines }) =>
      `export async function ${place.name}(platform: Platform): Promise<void> {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`,
  );
  return `import type { Platform } from '../../index.ts';\n\n${functions.join('\n\n')}\n`;
}

function errorWords(errors: readonly number[]): string {
  const names: Record<number, string> = {
    400: 'PlatformBadRequestError',
    401: 'PlatformForbiddenError',
    404: 'PlatformNotFoundError',
    429: 'PlatformRateLimitError',
  };
  return errors.map((status) => `${status} \`${names[status] ?? 'PlatformError'}\``).join(', ');
}

function methodPage(catalogue: Catalogue, { place, entry, lines }: Example): string {
  const rows = paramsOf(entry).map((param) => {
    const old = resolve(catalogue, param.schema).deprecated ? ' Deprecated.' : '';
    return `| \`${argOf(param)}\` | ${param.required ? 'yes' : ''} | ${paramLine(catalogue, param).replaceAll('|', '\\|')}${old} |`;
  });
  if (entry.body) {
    const type = entry.body.octets ? 'UploadBody' : `${pascal(entry.name)}Request${entry.body.root ? '' : 'Body'}`;
    const name = entry.body.root ? '(the argument itself)' : `\`${bodyArg(entry)}\``;
    rows.push(`| ${name} | ${entry.body.required ? 'yes' : ''} | \`${type}\` as the body. |`);
  }
  const reason = deprecation(entry, place);
  const old = reason === undefined ? '' : `**Deprecated.** ${reason} `.replace('  ', ' ');
  const table = rows.length ? `\n| argument | required | |\n|---|---|---|\n${rows.join('\n')}\n` : '';
  return (
    `## ${place.name}\n\n${old}${entry.doc}\n\n\`${entry.http} ${entry.path}\`, stand-alone: \`${place.fn}\`\n\n` +
    `\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n${table}\n` +
    `Answers \`${pascal(entry.name)}ResponseBody\`; fails with ${errorWords(entry.errors)}.\n`
  );
}

export function groupPage(catalogue: Catalogue, group: string | null): string {
  const examples = examplesOf(catalogue, group);
  const [first] = examples;
  const args = first ? sampleArguments(catalogue, first.entry) : undefined;
  const call = `${first?.place.fn}(core${args ? `, ${args}` : ''})`;
  return (
    `# ${group ?? 'Methods of the client'}\n\nThe examples have \`const platform = new Platform({ bearerToken: '<BEARER_TOKEN>' })\`.\n` +
    `As a function: \`const result = await ${call}\`.\n\n` +
    `${examples.map((example) => methodPage(catalogue, example)).join('\n')}`
  );
}

export function docsIndex(catalogue: Catalogue): string {
  const groups: (string | null)[] = [...groupsOf(catalogue), null];
  const lines = groups.map((group) => {
    const methods = methodsOf(catalogue, group).map(({ place, entry }) =>
      deprecation(entry, place) === undefined ? place.name : `~~${place.name}~~`,
    );
    return `- [${group ?? 'client'}](${group ?? 'client'}.md): ${methods.join(', ')}`;
  });
  return `# Operations\n\n${lines.join('\n')}\n`;
}
