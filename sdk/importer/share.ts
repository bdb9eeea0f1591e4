// Finds nodes that occur more than once, so that each is stored once.

import type { Entry, Rows } from '../generator/catalogue.ts';
import type { Node, Ref } from '../generator/node.ts';
import type { Plain } from './entries.ts';

/** Applies `change` to every direct child schema of a node. */
export function mapInside(node: Node, change: (ref: Ref) => Ref): Node {
  const out: Record<string, unknown> = { ...node };
  const { properties, items, additionalProperties: more } = node;
  if (properties) out.properties = mapValues(properties, change);
  if (node.prefixItems) out.prefixItems = node.prefixItems.map(change);
  if (items !== undefined) out.items = change(items);
  if (node.patternProperties) out.patternProperties = mapValues(node.patternProperties, change);
  if (more !== undefined && typeof more !== 'boolean') out.additionalProperties = change(more);
  for (const key of ['oneOf', 'anyOf', 'allOf'] as const) if (node[key]) out[key] = node[key].map(change);
  return out as Node;
}

/** Applies `change` to the root schemas of an entry. */
export function mapSchemas(entry: Entry, change: (ref: Ref) => Ref): Entry {
  const { body, errorBodies } = entry;
  const inBody = (given: NonNullable<Entry['body']>) => ({
    ...given,
    ...(given.schema === undefined ? {} : { schema: change(given.schema) }),
    ...(given.form ? { form: { ...given.form, schema: change(given.form.schema) } } : {}),
  });
  return {
    ...entry,
    params: entry.params.map((param) => ({ ...param, schema: change(param.schema) })),
    ...(body ? { body: inBody(body) } : {}),
    answers: mapValues(entry.answers, (ref) => (ref === null ? null : change(ref))),
    ...(errorBodies ? { errorBodies: mapValues(errorBodies, change) } : {}),
  };
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** Numbers the nodes that occur more than once, in the order of their first occurrence. */
export function share(plain: Plain): Rows {
  const counts = new Map<string, number>();
  const count = (ref: Ref): Ref => {
    if (typeof ref !== 'object') return ref;
    const text = JSON.stringify(ref);
    const seen = counts.get(text) ?? 0;
    counts.set(text, seen + 1);
    // Children count once, however often the parent occurs.
    if (!seen) mapInside(ref, count);
    return ref;
  };
  // Plain text is the most frequent node and comes first.
  const text: Node = { type: 'string' };
  counts.set(JSON.stringify(text), 2);
  for (const entry of plain.entries) mapSchemas(entry, count);
  for (const node of Object.values(plain.named)) mapInside(node, count);
  const nodes: Node[] = [];
  const numbers = new Map<string, number>();
  const place = (ref: Ref): Ref => {
    if (typeof ref !== 'object') return ref;
    const text = JSON.stringify(ref);
    if ((counts.get(text) ?? 0) < 2) return mapInside(ref, place);
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const inner = mapInside(ref, place);
    numbers.set(text, nodes.length);
    return nodes.push(inner) - 1;
  };
  place(text);
  return {
    entries: plain.entries.map((entry) => mapSchemas(entry, place)),
    named: mapValues(plain.named, (node) => mapInside(node, place)),
    nodes,
  };
}

/** Returns the catalogue with every schema inlined again. */
export function unshare({ entries, named, nodes }: Rows): Plain {
  const whole = new Map<number, Ref>();
  const open = (ref: Ref): Ref => {
    if (typeof ref === 'string') return ref;
    if (typeof ref !== 'number') return mapInside(ref, open);
    const known = whole.get(ref);
    if (known !== undefined) return known;
    const node = mapInside(nodes[ref]!, open);
    whole.set(ref, node);
    return node;
  };
  return {
    entries: entries.map((entry) => mapSchemas(entry, open)),
    named: mapValues(named, (node) => mapInside(node, open)),
  };
}
