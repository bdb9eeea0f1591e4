// One line for a parameter or a member of a body: its description, allowed values, an example, its default.

import { argOf, type Catalogue, type Entry, type Param, resolve } from './catalogue.ts';
import type { Node, Ref } from './node.ts';
import { text } from './schemas.ts';
import type { Words } from './word_list.ts';

/** Describes a parameter in one line. */
export function paramLine(catalogue: Catalogue, entry: Pick<Entry, 'group' | 'name'>, param: Param): string {
  const node = resolve(catalogue, param.schema);
  const words = catalogue.words.parameter(entry, param.name) ?? { say: `${titled(argOf(param))}.`, example: undefined };
  const header = param.in === 'header' ? ` Sent as header ${param.name}.` : '';
  return `${lineOf(catalogue, words, node)}${header}`;
}

/** Describes a member; undefined without a description. `values` are omitted if its type shows them. */
export function memberLine(
  catalogue: Catalogue,
  words: Words | undefined,
  ref: Ref,
  values = true,
): string | undefined {
  return words && lineOf(catalogue, words, resolve(catalogue, ref), values);
}

function lineOf(catalogue: Catalogue, { say, example }: Words, node: Node, listed = true): string {
  const fallback = node.default === undefined ? '' : ` Default: \`${node.default}\`.`;
  const hidden = !listed && (node.enum !== undefined || node.type === 'boolean');
  const shownAs = hidden ? undefined : exampleFor(catalogue, node, example);
  const sample = shownAs === undefined ? '' : `\`${literalOf(shownAs)}\``;
  const values = hidden ? '' : valueWords(catalogue, node);
  if (!values) return `${say}${sample ? ` For example ${sample}.` : ''}${fallback}`;
  const shown = sample && !/`|true or false/.test(values) ? `, for example ${sample}` : '';
  return `${say} ${values[0]!.toUpperCase()}${values.slice(1)}${shown}.${fallback}`;
}

/** Formats an example as source code. */
export function literalOf(example: unknown): string {
  if (typeof example === 'string') return text(example);
  if (Array.isArray(example)) return `[${example.map(literalOf).join(', ')}]`;
  return JSON.stringify(example);
}

/**
 * Returns the example as this schema accepts it: a number as text if texts are required; undefined if it cannot be
 * converted.
 */
export function exampleFor(catalogue: Catalogue, ref: Ref, example: unknown): unknown {
  if (example === undefined || fits(catalogue, ref, example)) return example;
  return typeof example === 'number' && fits(catalogue, ref, String(example)) ? String(example) : undefined;
}

/** Returns true if a value has one of the types of a schema. */
function fits(catalogue: Catalogue, ref: Ref, value: unknown): boolean {
  const node = resolve(catalogue, ref);
  if (node.enum) return (node.enum as unknown[]).includes(value);
  const branches = node.oneOf ?? node.anyOf;
  if (branches && !node.properties) return branches.some((branch) => fits(catalogue, branch, value));
  const types = Array.isArray(node.type) ? node.type : node.type ? [node.type] : [];
  if (Array.isArray(value)) {
    const { items } = node;
    return types.includes('array') && value.every((item) => items === undefined || fits(catalogue, items, item));
  }
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.includes(value === null ? 'null' : typeof value);
}

// Plain text needs no type; the example shows it.
function valueWords(catalogue: Catalogue, node: Node): string {
  if (node.enum && node.enum.length > 12) {
    const some = node.enum.slice(0, 8).map((value) => `\`${value}\``);
    return `one of ${some.join(', ')} and ${node.enum.length - some.length} more`;
  }
  if (node.enum) return `one of ${node.enum.map((value) => `\`${value}\``).join(', ')}`;
  if (node.oneOf ?? node.anyOf ?? node.properties) return '';
  const types = Array.isArray(node.type) ? node.type.filter((name) => name !== 'null') : [node.type];
  if (types.length > 1) return '';
  if (types[0] === 'boolean') return 'true or false';
  if (types[0] === 'integer') return `a whole number${range(node.minimum, node.maximum)}`;
  if (types[0] === 'number') return `a number${range(node.minimum, node.maximum)}`;
  if (types[0] !== 'array') return '';
  const item = node.items === undefined ? undefined : resolve(catalogue, node.items);
  if (item?.enum)
    return `a list of ${item.enum
      .slice(0, 12)
      .map((value) => `\`${value}\``)
      .join(', ')}`;
  return item?.type === 'string' ? `a list of texts${range(node.minItems, node.maxItems)}` : '';
}

function range(low: number | undefined, high: number | undefined): string {
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`;
  if (low !== undefined) return ` of at least ${low}`;
  return high === undefined ? '' : ` of at most ${high}`;
}

function titled(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words[0]!.toUpperCase() + words.slice(1);
}
