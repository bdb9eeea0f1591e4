// Converts arguments that are meant well: what has one reading only is read that way, and the model is told.
import type { Args } from './arguments.ts';
import { filePaths, type JsonSchema } from './json_schema.ts';

interface Converted {
  value: unknown;
  notes: string[];
}

type Rules = Record<string, JsonSchema>;

const letters = (name: string) => name.replace(/[^A-Za-z\d]/g, '').toLowerCase();
const rulesOf = ({ properties }: JsonSchema) => (properties ?? {}) as Rules;
const isObject = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Arguments as the schema has them, as far as that takes no guess. */
export function convert(given: unknown, schema: JsonSchema): Converted {
  const notes: string[] = [];
  const args = typeof given === 'string' ? (parsed(given, isObject, notes, 'arguments') ?? given) : given;
  if (!isObject(args)) return { value: args, notes };
  return { value: members(moved(renamed(args, schema, notes), schema, notes), schema, '', notes), notes };
}

/** Gives names in another spelling (`project_id`) and `body` the names of the schema. */
function renamed(args: Args, schema: JsonSchema, notes: string[]): Args {
  const rules = rulesOf(schema);
  const known = Object.keys(rules);
  const body = known.find((name) => name === 'requestBody');
  const nameOf = (name: string) => {
    if (Object.hasOwn(rules, name)) return name;
    const alike = known.filter((other) => letters(other) === letters(name));
    const meant = alike.length === 1 ? alike[0] : name === 'body' ? body : undefined;
    // A name that is given twice is no matter of spelling.
    if (meant === undefined || Object.hasOwn(args, meant)) return name;
    notes.push(`${name} was read as ${meant}`);
    return meant;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [nameOf(name), value]));
}

/** Puts members of the body that stand beside it into it. */
function moved(args: Args, schema: JsonSchema, notes: string[]): Args {
  const rules = rulesOf(schema);
  const { requestBody: rule } = rules;
  const { requestBody: body = {}, ...rest } = args;
  if (!rule || !isObject(body)) return args;
  const inBody = new Set(branches(rule).flatMap((branch) => Object.keys(rulesOf(branch))));
  const strays = Object.keys(rest).filter((name) => !Object.hasOwn(rules, name) && inBody.has(name));
  if (!strays.length || strays.some((name) => Object.hasOwn(body, name))) return args;
  notes.push(`${strays.join(', ')} moved into requestBody`);
  const own = Object.entries(rest).filter(([name]) => !strays.includes(name));
  return {
    ...Object.fromEntries(own),
    requestBody: { ...body, ...Object.fromEntries(strays.map((name) => [name, rest[name]])) },
  };
}

function branches(schema: JsonSchema): JsonSchema[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? [schema, ...(anyOf as JsonSchema[]).flatMap(branches)] : [schema];
}

function typesOf(schema: JsonSchema): string[] {
  return branches(schema).flatMap(({ type, anyOf }) =>
    type === undefined ? (anyOf ? [] : ['any']) : ([type].flat() as string[]),
  );
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function members(value: Args, schema: JsonSchema, path: string, notes: string[]): Args {
  const required = (schema.required ?? []) as string[];
  const rules = rulesOf(schema);
  const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const rule = rules[name];
    if (!rule || filePaths.has(rule)) return [[name, member]];
    const place = path ? `${path}.${name}` : name;
    const types = typesOf(rule);
    if (member === null && !required.includes(name) && !types.includes('null') && !types.includes('any')) {
      notes.push(`${place}: null was left out`);
      return [];
    }
    return [[name, one(member, rule, place, notes)]];
  });
  return Object.fromEntries(entries);
}

function one(value: unknown, rule: JsonSchema, path: string, notes: string[]): unknown {
  const types = typesOf(rule);
  const found = fitting(value, types, path, notes);
  const shapes = branches(rule);
  if (isObject(found)) {
    const objects = shapes.filter((branch) => branch.properties);
    return objects.length === 1 ? members(found, objects[0]!, path, notes) : found;
  }
  const items = shapes.find((branch) => branch.items)?.items as JsonSchema | undefined;
  return Array.isArray(found) && items ? found.map((item, at) => one(item, items, `${path}.${at}`, notes)) : found;
}

/** The value as one of these types: as it is, or by its only reading. */
function fitting(value: unknown, types: readonly string[], path: string, notes: string[]): unknown {
  const kind = kindOf(value);
  if (types.includes('any') || types.includes(kind) || (kind === 'number' && types.includes('integer'))) return value;
  const say = (next: unknown) => {
    notes.push(`${path}: ${JSON.stringify(value).slice(0, 80)} was read as ${JSON.stringify(next).slice(0, 80)}`);
    return next;
  };
  if (typeof value === 'string') {
    const text = value.trim();
    const wantsNumber = types.includes('number') || types.includes('integer');
    if (wantsNumber && /^-?\d+(\.\d+)?$/.test(text)) return say(Number(text));
    if (types.includes('boolean') && /^(true|false)$/i.test(text)) return say(text.toLowerCase() === 'true');
    if (types.includes('object')) return parsed(value, isObject, notes, path) ?? value;
    const list = types.includes('array') && parsed(value, Array.isArray, notes, path);
    if (list) return list;
  }
  if (types.includes('string') && (kind === 'number' || kind === 'boolean')) return say(String(value));
  if (types.includes('array') && kind !== 'null') return say([value]);
  return value;
}

function parsed<T>(text: string, wanted: (value: unknown) => value is T, notes: string[], path: string): T | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!wanted(value)) return undefined;
    notes.push(`${path}: JSON text was read as ${kindOf(value)}`);
    return value;
  } catch {
    return undefined; // no JSON, so the text stays what it is and is refused as such
  }
}
