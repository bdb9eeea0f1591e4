// Converts facts to catalogue entries, with schemas still inlined.

import { acceptOf, type Entry, type Param, pascal } from '../generator/catalogue.ts';
import type { Node, Ref } from '../generator/node.ts';
import { camel } from '../runtime/schema.ts';
import type { Fact, FactBody, FactParam, FactSchema } from './facts.ts';

/** Entries with inlined schemas; a text refers to a recursive schema by name. */
export interface Plain {
  entries: Entry[];
  named: Record<string, Node>;
}

const keywords = [
  ...(['type', 'enum', 'format', 'default', 'deprecated', 'minimum', 'maximum', 'minLength', 'maxLength'] as const),
  ...(['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minProperties'] as const),
  ...(['minItems', 'maxItems', 'maxProperties', 'uniqueItems', 'pattern'] as const),
];

/** Returns one entry per function; the second place of an operation becomes an alias of the first. */
export function entriesOf(facts: readonly Fact[]): Plain {
  const names = new Names();
  const entries = new Map<string, Entry>();
  for (const fact of facts) {
    const known = entries.get(fact.functionName);
    if (known && (known.http !== fact.method || known.path !== fact.path)) {
      throw new Error(`two operations are named ${fact.functionName}: ${known.path} and ${fact.path}`);
    }
    if (!known) entries.set(fact.functionName, entryOf(fact, names));
    else if (isHome(fact) && !isHome({ ...fact, group: known.group, name: known.name })) {
      known.also = [...(known.also ?? []), placeOf(known.group, known.name)];
      Object.assign(known, { group: fact.group, name: fact.name });
    } else known.also = [...(known.also ?? []), placeOf(fact.group, fact.name)];
  }
  return { entries: [...entries.values()], named: names.named };
}

/** Returns the name of the stand-alone function, from group and method of the first place. */
export function functionName(group: string | null, name: string): string {
  return group === null ? name : group + pascal(name);
}

function isHome({ group, name, functionName: fn }: Fact): boolean {
  return functionName(group, name) === fn;
}

function placeOf(group: string | null, name: string) {
  return { group, name, fn: functionName(group, name) };
}

function entryOf(fact: Fact, names: Names): Entry {
  const missing = (fact.missingPathParams ?? []).map(
    (name): FactParam => ({ in: 'path', name, argName: camel(name), type: 'string', required: true }),
  );
  const params = [...missing, ...fact.params].map((param) => paramOf(param, names));
  const scope = ['teamId', 'slug'].every((name) => params.some((param) => isScope(param, name)));
  const answer = kindOf(fact);
  const answers = Object.entries(fact.responses).map(([status, { schema, stream }]): [string, Ref | null] => [
    status,
    schema && !stream && schema.format !== 'binary' && hasBody(fact.method, status)
      ? nodeOf(answer === 'events' ? listOf(schema) : schema, names)
      : null,
  ]);
  const entry: Entry = {
    fn: fact.functionName,
    group: fact.group,
    name: fact.name,
    http: fact.method,
    path: fact.path,
    ...(fact.deprecated ? { deprecated: true as const } : undefined),
    ...(scope ? { scope: true as const } : undefined),
    ...(fact.auth ? undefined : { anonymous: true as const }),
    params: params.filter((param) => !scope || !(isScope(param, 'teamId') || isScope(param, 'slug'))),
    ...(fact.body ? { body: bodyOf(fact.body, names) } : undefined),
    ...(answer ? { answer } : undefined),
    answers: Object.fromEntries(answers),
    errors: fact.errors,
    ...(fact.errorBodies ? { errorBodies: nodesOf(fact.errorBodies, names) } : undefined),
  };
  if (fact.accept !== acceptOf(entry)) entry.accept = fact.accept;
  return entry;
}

function kindOf({ responses, accept, method }: Fact): Entry['answer'] {
  const all = Object.entries(responses);
  if (all.some(([, { stream, schema }]) => stream || schema?.format === 'binary')) return 'stream';
  if (/json.*stream\+json/.test(accept)) return 'events';
  if (all.some(([, { contentType }]) => /stream\+json|ndjson|jsonl/.test(contentType ?? ''))) return 'lines';
  // An answer for any success status without a schema is a file.
  if (method === 'GET' && all.length > 0 && all.every(([status, { schema }]) => status === '2XX' && !schema))
    return 'file';
  return undefined;
}

// HTTP allows no body here, regardless of the description.
function hasBody(method: string, status: string): boolean {
  return method !== 'HEAD' && !/^(204|205|304)$/.test(status);
}

// Descriptions give both forms of an event log: the list, and one event per line. Callers get a list in both cases.
function listOf(schema: FactSchema): FactSchema {
  return schema.oneOf?.find(({ type }) => [type].flat().includes('array')) ?? schema;
}

function isScope({ in: place, name, required, schema }: Param, wanted: string): boolean {
  return place === 'query' && name === wanted && !required && JSON.stringify(schema) === '{"type":"string"}';
}

function paramOf(param: FactParam, names: Names): Param {
  const { in: place, name, argName, required, schema } = param;
  const items = param.items ? { items: { type: param.items } } : undefined;
  const plain = schema ?? { type: param.type, ...items };
  const { enum: values, default: fallback, deprecated, minimum, maximum, minItems, maxItems } = param;
  const rules = { enum: values, default: fallback, deprecated, minimum, maximum, minItems, maxItems };
  const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined && value !== false));
  return {
    in: place,
    name,
    ...(argName === camel(name) ? undefined : { arg: argName }),
    schema: nodeOf({ ...plain, ...given, ...(fallback === false ? { default: false } : undefined) }, names),
    ...(required ? { required: true as const } : undefined),
    ...(param.style === undefined ? undefined : { style: param.style }),
    ...(param.explode === undefined ? undefined : { explode: param.explode }),
  };
}

function nodesOf(schemas: Record<string, FactSchema>, names: Names): Record<string, Ref> {
  return Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, nodeOf(schema, names)]));
}

function bodyOf({ argName, contentType, required, requiredInCode, schema, form }: FactBody, names: Names) {
  const octets = contentType === 'application/octet-stream';
  return {
    ...(octets ? { octets: true as const } : { schema: nodeOf(schema, names) }),
    ...(argName === null ? { root: true as const } : undefined),
    ...(argName === null || argName === 'requestBody' ? undefined : { arg: argName }),
    ...((requiredInCode ?? required) ? { required: true as const } : undefined),
    ...(form ? { form: { type: form.type, schema: nodeOf(form.schema, names) } } : undefined),
  };
}

/** Returns a schema with its keywords in a fixed order, so that equal schemas are equal texts. */
export function nodeOf(schema: FactSchema, names: Names, defs = schema.$defs ?? {}): Ref {
  if (schema.$ref) return names.keyOf(schema.$ref.split('/').pop()!, defs);
  const all = { ...defs, ...schema.$defs };
  const nest = (inner: FactSchema) => nodeOf(inner, names, all);
  const node: Record<string, unknown> = {};
  for (const key of keywords) if (schema[key] !== undefined && schema[key] !== false) node[key] = schema[key];
  if (schema.default === false) node.default = false;
  if (schema.properties) {
    node.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, sub]) => [name, nest(sub)]));
  }
  if (schema.required?.length) node.required = schema.required;
  if (schema.prefixItems) node.prefixItems = schema.prefixItems.map(nest);
  if (schema.items) node.items = nest(schema.items);
  if (schema.patternProperties) {
    const patterns = Object.entries(schema.patternProperties).map(([pattern, sub]) => [pattern, nest(sub)]);
    node.patternProperties = Object.fromEntries(patterns);
  }
  const { additionalProperties: more } = schema;
  if (more !== undefined) node.additionalProperties = typeof more === 'boolean' ? more : nest(more);
  for (const key of ['oneOf', 'anyOf', 'allOf'] as const) if (schema[key]) node[key] = schema[key].map(nest);
  return node as Node;
}

/** Recursive schemas by name; two with the same name in the source get different ones here. */
export class Names {
  readonly named: Record<string, Node> = {};
  readonly #keys = new Map<string, string>();

  keyOf(name: string, defs: Record<string, FactSchema>): string {
    const def = defs[name];
    if (!def) throw new Error(`there is no schema named ${name}`);
    const text = `${name} ${JSON.stringify(def)}`;
    const known = this.#keys.get(text);
    if (known) return known;
    let key = name;
    for (let at = 2; key in this.named; at++) key = `${name}${at}`;
    this.#keys.set(text, key);
    this.named[key] = {};
    this.named[key] = nodeOf(def, this, defs) as Node;
    return key;
  }
}
