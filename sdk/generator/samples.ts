// Generates sample arguments: the examples of the descriptions if there are any, else values from the schema.
import { camel } from '../runtime/schema.ts';
import { argOf, bodyArg, type Catalogue, type Entry, paramsOf, resolve } from './catalogue.ts';
import type { Node, Ref } from './node.ts';
import { keyText, text } from './schemas.ts';
import type { Words } from './word_list.ts';
import { exampleFor, literalOf } from './words.ts';

/** Returns the smallest argument object of an operation as source text; undefined if it needs none. */
export function sampleArguments(catalogue: Catalogue, entry: Entry): string | undefined {
  const { body } = entry;
  const given = catalogue.samples[entry.fn];
  if (body?.root && given !== undefined) return sourceOf(given);
  if (body?.root) return new Samples(catalogue, entry).body(body.schema!);
  const samples = new Samples(catalogue, entry);
  const members = paramsOf(entry)
    .filter((param) => param.required)
    .map((param) => `${argOf(param)}: ${samples.parameter(param.name, param.schema)}`);
  if (body) {
    const value =
      given !== undefined ? sourceOf(given) : body.octets ? "new Blob(['bytes'])" : samples.body(body.schema!);
    // An optional body is shown if it has content.
    if (body.required || value !== '{}') members.push(`${bodyArg(entry)}: ${value}`);
  }
  return members.length ? `{ ${members.join(', ')} }` : undefined;
}

/** Formats a JSON value as source code. */
function sourceOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return literalOf(value);
  const members = Object.entries(value).map(([key, member]) => `${keyText(key)}: ${sourceOf(member)}`);
  return members.length ? `{ ${members.join(', ')} }` : '{}';
}

type WordsOf = (wire: string) => Words | undefined;

class Samples {
  readonly #catalogue: Catalogue;
  readonly #entry: Entry;

  constructor(catalogue: Catalogue, entry: Entry) {
    this.#catalogue = catalogue;
    this.#entry = entry;
  }

  parameter(name: string, schema: Ref): string {
    return this.#value(schema, name, this.#catalogue.words.parameter(this.#entry, name));
  }

  body(schema: Ref): string {
    return this.#sample(schema, 'body', (wire) => this.#catalogue.words.member(this.#entry, wire));
  }

  #value(ref: Ref, name: string, words: Words | undefined): string {
    const example = exampleFor(this.#catalogue, ref, words?.example);
    if (example !== undefined) return literalOf(example);
    return this.#sample(ref, name, (wire) => this.#catalogue.words.inner(name, wire));
  }

  #sample(ref: Ref, name: string, wordsOf: WordsOf): string {
    const node = resolve(this.#catalogue, ref);
    if (node.enum) return typeof node.enum[0] === 'string' ? text(node.enum[0]) : String(node.enum[0]);
    const branches = node.oneOf ?? node.anyOf;
    if (branches?.[0] !== undefined && node.properties === undefined) return this.#sample(branches[0], name, wordsOf);
    const type = Array.isArray(node.type)
      ? node.type[0]
      : (node.type ?? (node.properties || branches ? 'object' : undefined));
    if (type === 'object') return this.#object(node, wordsOf);
    if (type === 'array') return `[${node.items === undefined ? '' : this.#sample(node.items, name, wordsOf)}]`;
    if (type === 'number' || type === 'integer') return String(node.minimum ?? 1);
    if (type === 'boolean') return 'true';
    if (type === 'null' || type === undefined) return 'null';
    if (node.format === 'date-time') return "new Date('2026-01-31T12:00:00Z')";
    return text(plainWords(name));
  }

  // A union with members of its own: those and the first branch's together.
  #object(node: Node, wordsOf: WordsOf): string {
    const first = (node.oneOf ?? node.anyOf)?.[0];
    const branch = first === undefined ? {} : resolve(this.#catalogue, first);
    const properties: Record<string, Ref> = { ...node.properties, ...branch.properties };
    const required = [...new Set([...(node.required ?? []), ...(branch.required ?? [])])];
    const members = required.map((wire) => {
      const ref = properties[wire] ?? {};
      const date = resolve(this.#catalogue, ref).format === 'date-time';
      return `${keyText(camel(wire))}: ${date ? this.#sample(ref, wire, wordsOf) : this.#value(ref, wire, wordsOf(wire))}`;
    });
    return members.length ? `{ ${members.join(', ')} }` : '{}';
  }
}

/** Breaks a long literal into lines, one per member. */
export function layout(source: string, indent = ''): string {
  const open = source.search(/[{[]/);
  const close = source.at(-1);
  if (indent.length + source.length <= 90 || open < 0 || (close !== '}' && close !== ']')) return source;
  const inner = `${indent}  `;
  const members = membersOf(source.slice(open + 1, -1)).map((member) => `${inner}${layout(member, inner)},\n`);
  return members.length ? `${source.slice(0, open + 1)}\n${members.join('')}${indent}${close}` : source;
}

// Ignores commas inside texts and brackets.
function membersOf(source: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: token, index } of source.matchAll(/'[^']*'|"(?:\\.|[^"\\])*"|[{}[\](),]/g)) {
    if (/^[{[(]$/.test(token)) depth++;
    else if (/^[}\])]$/.test(token)) depth--;
    else if (token === ',' && depth === 0) {
      members.push(source.slice(from, index).trim());
      from = index + 1;
    }
  }
  return [...members, source.slice(from).trim()].filter(Boolean);
}

function plainWords(name: string): string {
  return camel(name)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}
