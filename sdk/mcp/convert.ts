// Corrects almost valid arguments: a value with a single interpretation is converted, and the model gets a note.
import type { Args } from './arguments.ts';
import { filePaths, type JsonSchema, oneObject } from './json_schema.ts';
import { letters } from './names.ts';
import { isTime } from './platform.ts';

interface Converted {
  value: unknown;
  notes: string[];
}

type Rules = Record<string, JsonSchema>;
type Aliases = Readonly<Record<string, string>>;

const rulesOf = ({ properties }: JsonSchema) => (properties ?? {}) as Rules;
const isObject = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bodyAliases = { body: 'requestBody', data: 'requestBody' };

/** Converts the arguments of an operation to its schema, as far as that is unambiguous. */
export function convert(given: unknown, schema: JsonSchema): Converted {
  const notes: string[] = [];
  const args = typeof given === 'string' ? (parsed(given, isObject, notes, 'arguments') ?? given) : given;
  if (!isObject(args)) return { value: args, notes };
  const flat = unwrapped(renamed(args, schema, '', notes, bodyAliases), schema, notes);
  return { value: members(moved(flat, schema, notes), schema, '', notes), notes };
}

/** The same for a tool without a body; `aliases` are other names that models use for its arguments. */
export function convertOwn(given: unknown, schema: JsonSchema, aliases: Aliases): Converted {
  const notes: string[] = [];
  if (!isObject(given)) return { value: given, notes };
  return { value: members(renamed(given, schema, '', notes, aliases), schema, '', notes), notes };
}

/** Renames names in another spelling (`project_id`) and aliases (`body`) to those of the schema. */
function renamed(args: Args, schema: JsonSchema, path: string, notes: string[], aliases: Aliases = {}): Args {
  const rules = rulesOf(schema);
  const known = Object.keys(rules);
  const nameOf = (name: string) => {
    // If an object accepts members of any name, names are kept.
    if (Object.hasOwn(rules, name) || (path && schema.additionalProperties)) return name;
    const alike = known.filter((other) => letters(other) === letters(name));
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    const meant =
      alike.length === 1 ? alike[0] : alias !== undefined && Object.hasOwn(rules, alias) ? alias : undefined;
    // A name given twice is no misspelling.
    if (meant === undefined || Object.hasOwn(args, meant)) return name;
    notes.push(`${placed(path, name)} was read as ${meant}`);
    return meant;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [nameOf(name), value]));
}

const placed = (path: string, name: string) => (path ? `${path}.${name}` : name);

const wrappers = new Set(['arguments', 'args', 'params', 'parameters', 'input', 'request', 'query']);

/** Unwraps arguments from an enclosing object. */
function unwrapped(args: Args, schema: JsonSchema, notes: string[]): Args {
  const rules = rulesOf(schema);
  const inBody = namesIn(rules.requestBody);
  const found = Object.keys(args).filter((name) => {
    return wrappers.has(name) && !Object.hasOwn(rules, name) && !inBody.has(name) && isObject(args[name]);
  });
  return found.reduce((all, name) => {
    const { [name]: inner, ...rest } = all;
    if (Object.keys(inner as Args).some((key) => Object.hasOwn(rest, key))) return all;
    notes.push(`members of ${name} were read as arguments`);
    return { ...rest, ...(inner as Args) };
  }, args);
}

/** Returns the member names of a rule, in any of its shapes. */
function namesIn(rule: JsonSchema | undefined): ReadonlySet<string> {
  return new Set((rule ? branches(rule) : []).flatMap((branch) => Object.keys(rulesOf(branch))));
}

/** Moves members of the body that are next to it into it. */
function moved(args: Args, schema: JsonSchema, notes: string[]): Args {
  const rules = rulesOf(schema);
  const { requestBody: rule } = rules;
  const { requestBody: body = {}, ...rest } = args;
  if (!rule || !isObject(body)) return args;
  const inBody = namesIn(rule);
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
  const entries = Object.entries(renamed(value, schema, path, notes)).flatMap(([name, member]): [string, unknown][] => {
    const rule = rules[name];
    if (!rule || filePaths.has(rule)) return [[name, member]];
    const place = placed(path, name);
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
  const shapes = branches(rule);
  const found = fitting(value, rule, path, notes);
  if (isObject(found)) {
    const objects = shapes.filter((branch) => branch.properties).map(({ anyOf: _, ...own }) => own);
    // Several shapes are treated as one with the members of all.
    const whole = { anyOf: objects, additionalProperties: objects.some((shape) => shape.additionalProperties) };
    return objects.length ? members(found, oneObject(whole), path, notes) : found;
  }
  const items = shapes.find((branch) => branch.items)?.items as JsonSchema | undefined;
  return Array.isArray(found) && items ? found.map((item, at) => one(item, items, `${path}.${at}`, notes)) : found;
}

/** Returns the values that a rule lists; undefined if it accepts any text. */
function valuesOf(rule: JsonSchema | undefined): string[] | undefined {
  const texts = (rule ? branches(rule) : []).filter(
    ({ type, enum: values }) => values || [type].flat().includes('string'),
  );
  const lists = texts.map(({ enum: values }) => values as unknown[] | undefined);
  if (!lists.length || lists.includes(undefined)) return undefined;
  return lists.flat().filter((one) => typeof one === 'string');
}

/** Returns the value as its rule requires: unchanged, or converted if there is only one interpretation. */
function fitting(value: unknown, rule: JsonSchema, path: string, notes: string[]): unknown {
  const types = typesOf(rule);
  const kind = kindOf(value);
  const say = (next: unknown) => {
    notes.push(`${path}: ${JSON.stringify(value).slice(0, 80)} was read as ${JSON.stringify(next).slice(0, 80)}`);
    return next;
  };
  if (typeof value === 'string' && types.includes('string')) {
    const values = valuesOf(rule);
    const alike = values?.includes(value) ? [] : (values ?? []).filter((other) => letters(other) === letters(value));
    return alike.length === 1 ? say(alike[0]) : value;
  }
  if (types.includes('any') || types.includes(kind) || (kind === 'number' && types.includes('integer'))) return value;
  const words = branches(rule)
    .map(({ description }) => String(description ?? ''))
    .join(' ');
  if (typeof value === 'string') {
    const text = value.trim();
    const wantsNumber = types.includes('number') || types.includes('integer');
    if (wantsNumber && /^-?\d+(\.\d+)?$/.test(text)) return say(Number(text));
    if (wantsNumber && isTime(text) && /milliseconds since 1970/.test(words)) return say(Date.parse(text));
    if (types.includes('boolean') && /^(true|false)$/i.test(text)) return say(text.toLowerCase() === 'true');
    if (types.includes('object')) return parsed(value, isObject, notes, path) ?? value;
    const list = types.includes('array') && (parsed(value, Array.isArray, notes, path) ?? listed(text, rule, say));
    if (list) return list;
  }
  if (types.includes('string') && (kind === 'number' || kind === 'boolean')) return say(String(value));
  if (types.includes('string') && Array.isArray(value) && /separated by commas/.test(words) && value.every(isPart))
    return say(value.join(','));
  if (types.includes('array') && kind !== 'null') return say([value]);
  return value;
}

const isPart = (part: unknown) => typeof part === 'string' && part !== '' && !part.includes(',');

/** Splits a text at its commas if each part is a value that the list accepts. */
function listed(text: string, rule: JsonSchema, say: (next: unknown) => unknown): unknown {
  const items = branches(rule).find((branch) => branch.items)?.items as JsonSchema | undefined;
  const values = valuesOf(items);
  const parts = text.split(/\s*,\s*/);
  return parts.length > 1 && values && parts.every((part) => values.includes(part)) ? say(parts) : undefined;
}

function parsed<T>(text: string, wanted: (value: unknown) => value is T, notes: string[], path: string): T | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!wanted(value)) return undefined;
    notes.push(`${path}: JSON text was read as ${kindOf(value)}`);
    return value;
  } catch {
    return undefined; // not JSON, so the text stays and is rejected
  }
}
