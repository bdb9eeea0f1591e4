// The shape of an answer: as a concise text for a model, and as a schema that every answer satisfies.
import type { JsonSchema } from './json_schema.ts';
import { camel, requiredOf, type Schema, typesOf } from './platform.ts';

const longest = 1500;

/** Returns the shape of successful answers in TypeScript notation; deep parts of large ones are omitted. */
export function shapeOf(answers: Readonly<Record<string, Schema | null>>): string {
  for (let depth = 6; ; depth--) {
    const texts = Object.values(answers).map((schema) => (schema ? shape(schema, depth) : 'nothing'));
    const text = [...new Set(texts)].join(' | ') || 'nothing';
    if (text.length <= longest) return text;
    if (depth === 1) return `${text.slice(0, longest)}…`;
  }
}

function shape(schema: Schema, depth: number): string {
  if (schema.lazy) return 'unknown';
  if (schema.enum) return anyOf(schema.enum.map((value) => JSON.stringify(value)));
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches && !schema.properties) return anyOf(branches.map((branch) => shape(branch, depth)));
  const types = typesOf(schema);
  return anyOf(types.map((type) => plainShape(type, schema, depth)));
}

function anyOf(texts: readonly string[]): string {
  const all = [...new Set(texts)];
  return all.length > 6 ? `${all.slice(0, 6).join(' | ')} | …` : all.join(' | ');
}

function plainShape(type: string, schema: Schema, depth: number): string {
  if (type === 'integer') return 'number';
  if (type === 'string') return schema.format === 'date-time' ? 'date' : 'string';
  if (type === 'array') {
    const item = schema.items ? shape(schema.items, depth) : 'unknown';
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (type !== 'object') return type;
  const members = Object.entries(schema.properties ?? {});
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  if (!members.length) return rest && depth > 0 ? `{ [name]: ${shape(rest, depth - 1)} }` : '{…}';
  if (depth <= 0) return '{…}';
  const known = new Set(requiredOf(schema));
  const lines = members.map(
    ([wire, member]) => `${camel(wire)}${known.has(wire) ? '' : '?'}: ${shape(member, depth - 1)}`,
  );
  return `{ ${lines.join('; ')} }`;
}

const namesAtMost = 12;

/**
 * Returns the names of an answer's members as an output schema. It states no types and requires nothing: a client
 * rejects an answer that violates the schema, and the API may return more, less or other values than described.
 */
export function outputSchema(answers: Readonly<Record<string, Schema | null>>): JsonSchema {
  const shapes = Object.values(answers).filter((schema) => schema !== null);
  const [first] = shapes;
  if (!first) return { type: 'object', properties: { done: {} } };
  if (typesOf(first).includes('array')) return { type: 'object', properties: { items: names(first, 1) } };
  return { type: 'object', ...names(first, 1) };
}

function names(schema: Schema, depth: number): JsonSchema {
  if (depth < 0 || schema.lazy) return {};
  if (schema.items) return { items: names(schema.items, depth - 1) };
  const branch = schema.properties ? schema : (schema.oneOf ?? schema.anyOf)?.find(({ properties }) => properties);
  const members = Object.entries(branch?.properties ?? {}).slice(0, namesAtMost);
  if (!members.length) return {};
  return { properties: Object.fromEntries(members.map(([wire, member]) => [camel(wire), names(member, depth - 1)])) };
}
