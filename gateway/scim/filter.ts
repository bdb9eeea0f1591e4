// Filters and paths of SCIM (RFC 7644, 3.4.2.2 and 3.5.2), parsed into trees of known attributes. SQL evaluates the
// trees (auth_lib.match_scim_filter), so no text from a client becomes part of a statement.
import { refuse } from '../http/errors.ts';
import { isStorable } from '../http/storable.ts';
import {
  type AttributePlace,
  type ResolvedAttribute,
  type ResourceKind,
  resolveAttribute,
  resolveMember,
  type ScimAttribute,
} from './schema.ts';

type Comparator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

export type Filter =
  | { readonly op: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly op: 'not'; readonly of: Filter }
  | { readonly op: 'any'; readonly path: readonly string[]; readonly of: Filter }
  | { readonly op: 'pr'; readonly path: readonly string[] }
  | {
      readonly op: Comparator;
      readonly path: readonly string[];
      readonly type: 'text' | 'exact' | 'boolean' | 'instant';
      readonly value: string | boolean;
    };

const MOST_COMPARISONS = 20;
const MOST_LEVELS = 10;
const MOST_CHARACTERS = 4_096;
const OPERATORS: Readonly<Record<'text' | 'boolean' | 'instant', readonly Comparator[]>> = {
  text: ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'],
  boolean: ['eq', 'ne'],
  instant: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'],
};
const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** Matches a string, a name, a bracket, or any other single character. */
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[\w$:./-]+|[()[\]]|\S)/suy;

const fault = (why: string) => refuse('scim_filter', why);

function tokenizeFilter(source: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(source); found !== null; found = TOKEN.exec(source)) tokens.push(found[1] as string);
  return tokens;
}

/**
 * Finds the attribute for a name in a filter. Within `[…]`, this is a sub-attribute of the attribute before the
 * bracket.
 */
type ResolveAttribute = (name: string) => ResolvedAttribute;

/** Parses a filter. Throws a 400 error if it is invalid. */
export function parseFilter(kind: ResourceKind, source: string): Filter {
  return parseExpression(source, (name) => resolveAttribute(kind, name));
}

function parseExpression(source: string, top: ResolveAttribute): Filter {
  if (source.length > MOST_CHARACTERS) throw fault(`The filter has more than ${MOST_CHARACTERS} characters`);
  const tokens = tokenizeFilter(source);
  let at = 0;
  let comparisons = 0;
  const next = (): string => tokens[at++] ?? '';
  const is = (word: string): boolean => (tokens[at] ?? '').toLowerCase() === word;
  const expect = (word: string): void => {
    if (next() !== word) throw fault(`"${word}" is missing`);
  };

  const either = (scope: ResolveAttribute, level: number): Filter => {
    if (level > MOST_LEVELS) throw fault(`The filter has more than ${MOST_LEVELS} levels`);
    return chain('or', () => chain('and', () => factor(scope, level)));
  };
  const chain = (op: 'and' | 'or', one: () => Filter): Filter => {
    const of = [one()];
    while (is(op)) {
      at += 1;
      of.push(one());
    }
    return of.length === 1 ? (of[0] as Filter) : { op, of };
  };
  const group = (scope: ResolveAttribute, level: number): Filter => {
    expect('(');
    const inner = either(scope, level + 1);
    expect(')');
    return inner;
  };
  const factor = (scope: ResolveAttribute, level: number): Filter => {
    if (is('(')) return group(scope, level);
    if (is('not') && tokens[at + 1] === '(') {
      at += 1;
      return { op: 'not', of: group(scope, level) };
    }
    const name = next();
    const place = scope(name);
    if (typeof place === 'string' || place.attribute.mutability === 'writeOnly') {
      throw fault(`"${name.slice(0, 100)}" is no attribute that can be searched`);
    }
    return is('[') ? selected(place, level) : comparison(place);
  };
  /** Parses the part of `emails[type eq "work"].value co "x"` after `emails`. The part after `]` is optional. */
  const selected = (place: AttributePlace, level: number): Filter => {
    if (!place.attribute.many) throw fault(`"${place.path.join('.')}" has one value`);
    at += 1;
    const members: ResolveAttribute = (name) => resolveMember(place.attribute, name);
    const inner = either(members, level + 1);
    expect(']');
    const rest = tokens[at];
    if (rest === undefined || !rest.startsWith('.')) return { op: 'any', path: place.path, of: inner };
    at += 1;
    const member = members(rest.slice(1));
    if (typeof member === 'string') throw fault(`"${rest.slice(0, 100)}" is no attribute`);
    return { op: 'any', path: place.path, of: { op: 'and', of: [inner, comparison(member)] } };
  };
  const comparison = (place: AttributePlace): Filter => {
    comparisons += 1;
    if (comparisons > MOST_COMPARISONS) throw fault(`The filter has more than ${MOST_COMPARISONS} comparisons`);
    const op = next().toLowerCase();
    if (op === 'pr') return { op, path: place.path };
    return createComparison(place, op, parseLiteral(next()));
  };

  const tree = either(top, 1);
  if (at < tokens.length) throw fault(`"${(tokens[at] as string).slice(0, 100)}" is not expected here`);
  return tree;
}

function parseLiteral(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    throw fault('A value is text in quotes, true, false or null');
  }
}

const TYPES: Readonly<Partial<Record<ScimAttribute['type'], 'boolean' | 'instant'>>> = {
  boolean: 'boolean',
  dateTime: 'instant',
};

function createComparison({ path, attribute }: AttributePlace, named: string, value: unknown): Filter {
  const name = path.join('.');
  // A comparison with a multi-valued attribute compares its sub-attribute `value`.
  const value_of = attribute.many ? attribute.sub?.find((one) => one.name === 'value') : undefined;
  if (value_of !== undefined) return createComparison({ path: [...path, 'value'], attribute: value_of }, named, value);
  if (attribute.type === 'complex') throw fault(`"${name}" has no value to compare`);
  const type = TYPES[attribute.type] ?? 'text';
  const op = OPERATORS[type].find((one) => one === named);
  if (op === undefined) throw fault(`"${named.slice(0, 20)}" is no operator for "${name}"`);
  if (value === null && (op === 'eq' || op === 'ne')) {
    return op === 'ne' ? { op: 'pr', path } : { op: 'not', of: { op: 'pr', path } };
  }
  if (type === 'boolean') {
    const truth = typeof value === 'string' ? ({ true: true, false: false }[value.toLowerCase()] ?? value) : value;
    if (typeof truth !== 'boolean') throw fault(`"${name}" is compared with true or false`);
    return { op, path, type, value: truth };
  }
  if (typeof value !== 'string' || !isStorable(value)) throw fault(`"${name}" is compared with text`);
  if (type === 'instant') {
    const at = INSTANT.test(value) ? new Date(value).getTime() : Number.NaN;
    if (Number.isNaN(at)) throw fault(`"${name}" is compared with an instant such as 2031-05-01T12:00:00Z`);
    return { op, path, type, value: new Date(at).toISOString() };
  }
  return { op, path, type: attribute.exact ? 'exact' : 'text', value };
}

/** Parsed path of a PATCH operation. */
export interface PatchTarget {
  readonly place: AttributePlace;
  readonly filter: Filter | null;
  /** Sub-attribute of a multi-valued attribute; null for the whole values. */
  readonly sub: string | null;
}

/**
 * Parses a path. Returns null for an attribute of an extension that this server does not support. Such operations are
 * ignored.
 */
export function parsePatchPath(kind: ResourceKind, source: string): PatchTarget | null {
  const wrong = () => refuse('scim_path', `"${source.slice(0, 100)}" is no path of a ${kind}`);
  const open = source.indexOf('[');
  const close = source.lastIndexOf(']');
  const place = resolveAttribute(kind, (open < 0 ? source : source.slice(0, open)).trim());
  if (place === 'foreign') return null;
  if (place === 'unknown') throw wrong();
  if (open < 0) {
    if (place.list === undefined) return { place, filter: null, sub: null };
    const path = place.path.slice(0, -1);
    return { place: { path, attribute: place.list }, filter: null, sub: place.attribute.name };
  }
  if (!place.attribute.many || close < open) throw wrong();
  const filter = parseExpression(source.slice(open + 1, close), (name) => resolveMember(place.attribute, name));
  const rest = source.slice(close + 1).trim();
  if (rest === '') return { place, filter, sub: null };
  const member = rest.startsWith('.') ? resolveMember(place.attribute, rest.slice(1)) : 'unknown';
  if (typeof member === 'string') throw wrong();
  return { place, filter, sub: member.attribute.name };
}

/**
 * Returns the members that a filter requires, such as {type: 'work'}, if it consists of equalities joined by `and`.
 * Returns null for any other filter.
 */
export function valuesRequiredBy(filter: Filter): Record<string, string | boolean> | null {
  if (filter.op === 'and') {
    const parts = filter.of.map(valuesRequiredBy);
    return parts.some((part) => part === null) ? null : Object.assign({}, ...parts);
  }
  if (filter.op !== 'eq') return null;
  return { [filter.path[0] as string]: filter.value };
}
