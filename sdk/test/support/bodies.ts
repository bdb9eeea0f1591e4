// Generates values from schemas, in both forms: as sent over the wire, and as users of the client see them.
import type { FactSchema } from './facts.ts';

export interface Pair {
  wire: unknown;
  user: unknown;
}

export interface Taste {
  /** True for all members, false for only the required ones. */
  full: boolean;
  /** Index of the branch to use in each union. */
  branch: number;
  /** Adds an unknown member to each object. */
  unknown?: boolean;
  /** Uses a value outside of each enum. */
  strangeEnum?: boolean;
}

export const when = '2026-01-31T12:00:00.000Z';

/** An independent implementation of the naming rule. */
export function userName(wire: string): string {
  if (wire === wire.toUpperCase() && /^[A-Z]+$/.test(wire)) return wire.toLowerCase();
  const [first = '', ...rest] = wire.split(/[^a-zA-Z0-9]/g).filter((word) => word !== '');
  const upper = rest.map((word) => word.charAt(0).toUpperCase() + word.substring(1));
  return first.charAt(0).toLowerCase() + first.substring(1) + upper.join('');
}

export function make(schema: FactSchema, taste: Taste, defs = schema.$defs ?? {}, depth = 0): Pair {
  if (schema.$ref) return make(defs[schema.$ref.split('/').pop()!]!, taste, defs, depth + 1);
  if (schema.enum) {
    const value = schema.enum.find((item) => item !== null) ?? null;
    const strange = typeof value === 'number' ? 999 : 'a-value-of-tomorrow';
    return same(taste.strangeEnum && value !== null && typeof value !== 'boolean' ? strange : value);
  }
  const union = schema.oneOf ?? schema.anyOf;
  if (union?.length) {
    const { oneOf: _one, anyOf: _any, ...own } = schema;
    // Deep inside a recursive schema the first branch, a scalar, ends the recursion.
    const branch = union[depth > 3 ? 0 : taste.branch % union.length]!;
    if (!own.properties && !own.type) return make(branch, taste, branch.$defs ?? defs, depth);
    const required = [...(own.required ?? []), ...(branch.required ?? [])];
    const properties = { ...own.properties, ...branch.properties };
    return make({ ...own, ...branch, properties, required }, taste, defs, depth);
  }
  const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return makeObject(schema, taste, defs, depth);
    case 'array': {
      const item = schema.items && depth < 12 ? make(schema.items, taste, defs, depth + 1) : undefined;
      const list = item && (taste.full || depth === 0 || schema.minItems) ? [item] : [];
      return { wire: list.map(({ wire }) => wire), user: list.map(({ user }) => user) };
    }
    case 'string':
      return schema.format === 'date-time' ? { wire: when, user: new Date(when) } : same('text');
    case 'number':
    case 'integer':
      return same(schema.minimum ?? Math.min(7, schema.maximum ?? 7));
    case 'boolean':
      return same(true);
    default:
      return same(types.includes('null') ? null : 'anything');
  }
}

function makeObject(schema: FactSchema, taste: Taste, defs: Record<string, FactSchema>, depth: number): Pair {
  const wire: Record<string, unknown> = {};
  const user: Record<string, unknown> = {};
  const allOf = (schema.allOf ?? []).flatMap((part) => [
    ...(part.required ?? []),
    ...(part.anyOf?.[0]?.required ?? []),
  ]);
  const required = [...(schema.required ?? []), ...allOf];
  for (const [name, sub] of Object.entries(schema.properties ?? {})) {
    if (!required.includes(name) && (!taste.full || depth > 8)) continue;
    const pair = make(sub, taste, sub.$defs ?? defs, depth + 1);
    wire[name] = pair.wire;
    user[userName(name)] = pair.user;
  }
  const rest = schema.additionalProperties;
  if (rest && typeof rest === 'object' && taste.full && depth < 6) {
    const pair = make(rest, taste, defs, depth + 1);
    wire['Free_key-1'] = pair.wire;
    user['Free_key-1'] = pair.user;
  } else if (taste.unknown && !(rest && typeof rest === 'object')) {
    wire['un_known-Member'] = { deep_er: [1, null, 'x'] };
    user['un_known-Member'] = { deep_er: [1, null, 'x'] };
  }
  return { wire, user };
}

function same(value: unknown): Pair {
  return { wire: value, user: value };
}
