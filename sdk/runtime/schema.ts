// Schema data and the one interpreter over it: checks a value, renames its keys and turns dates, in either direction.
import { type Issue, kindOf } from './issues.ts';

/** The JSON-Schema-like data of one value. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly format?: string;
  /** The name users see, where it is not the camelCase form of the wire's. */
  readonly as?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  /** A recursive node names itself through a function. */
  readonly lazy?: () => Schema;
}

/** What one reading of a value found; unions compare the trials of their members. */
export interface Trial {
  readonly input: boolean;
  readonly path: (string | number)[];
  readonly depth: number;
  issues: Issue[];
  hits: number;
  tags: number;
  wrong: boolean;
}

export function newTrial(input: boolean, path: (string | number)[] = []): Trial {
  return { input, path, depth: path.length, issues: [], hits: 0, tags: 0, wrong: false };
}

/** Turns a wire name into the name users see: x-artifact-tag → xArtifactTag, FCP → fcp. */
export function camel(name: string): string {
  if (/^[A-Z\d]+$/.test(name)) return name.toLowerCase();
  const words = name.split(/[^A-Za-z\d]+/).filter(Boolean);
  const join = (word: string, at: number) => (at ? word[0]!.toUpperCase() : word[0]!.toLowerCase()) + word.slice(1);
  return words.map(join).join('') || name;
}

const keyMaps = { in: new WeakMap<object, Map<string, string>>(), out: new WeakMap<object, Map<string, string>>() };

// Input takes either spelling, so data that was read as JSON elsewhere can be passed on.
function keysOf(properties: Readonly<Record<string, Schema>>, input: boolean): Map<string, string> {
  const cache = input ? keyMaps.in : keyMaps.out;
  let keys = cache.get(properties);
  if (!keys) {
    keys = new Map(Object.keys(properties).map((wire) => [wire, wire]));
    if (input) for (const wire of Object.keys(properties)) keys.set(properties[wire]!.as ?? camel(wire), wire);
    cache.set(properties, keys);
  }
  return keys;
}

export function isBytes(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    (typeof ReadableStream === 'function' && value instanceof ReadableStream)
  );
}

function isOf(type: string, value: unknown, schema: Schema, input: boolean): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return kindOf(value) === 'object';
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'string':
      if (schema.format === 'date-time' && value instanceof Date) return input && !Number.isNaN(+value);
      return typeof value === 'string';
    default:
      return typeof value === type;
  }
}

/** Reads `value` under `schema`, notes what is wrong in `trial`, and returns it in the other side's spelling. */
export function convert(schema: Schema, value: unknown, trial: Trial): unknown {
  if (schema.lazy) return convert(schema.lazy(), value, trial);
  const { input } = trial;
  if (schema.format === 'binary') {
    if (!isBytes(value)) refuse(trial, 'bytes (Blob, ArrayBuffer, typed array or ReadableStream)', value);
    return value;
  }
  const types = schema.type ?? (schema.properties ? 'object' : undefined);
  if (types !== undefined) {
    const list = typeof types === 'string' ? [types] : types;
    if (!list.some((type) => isOf(type, value, schema, input))) return refuse(trial, list.join(' | '), value);
  }
  if (schema.enum && !schema.enum.includes(value as string)) {
    if (input) {
      issue(trial, { code: 'enum', message: 'is not one of the allowed values', allowed: schema.enum, got: value });
    } else trial.hits--;
    return value;
  }
  for (const part of schema.allOf ?? []) convert(part, value, trial);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return union(schema, branches, value, trial);
  if (Array.isArray(value))
    return schema.items ? value.map((item, at) => inside(trial, at, schema.items!, item)) : value;
  if (kindOf(value) === 'object' && (schema.properties || schema.required || schema.additionalProperties)) {
    return members(schema, value as Record<string, unknown>, trial);
  }
  if (schema.format === 'date-time') return turnDate(value, trial);
  return value;
}

// Date itself reads "soon 5" as a day in May, and a time without an offset by this machine's clock.
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

function turnDate(value: unknown, trial: Trial): unknown {
  if (value === null) return value;
  if (trial.input) return value instanceof Date ? value.toISOString() : value;
  const date = new Date(value as string);
  return Number.isNaN(+date) || !dateTime.test(value as string) ? refuse(trial, 'date-time', value) : date;
}

function members(schema: Schema, value: Record<string, unknown>, trial: Trial): Record<string, unknown> {
  const properties = schema.properties ?? {};
  const keys = keysOf(properties, trial.input);
  const found = new Set<string>();
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const wire = keys.get(key);
    const rule = wire === undefined ? schema.additionalProperties : properties[wire];
    if (value[key] === undefined) continue;
    if (wire !== undefined) {
      found.add(wire);
      trial.hits++;
      const literal = properties[wire]!.enum;
      if (literal?.length === 1 && trial.path.length === trial.depth) trial.tags += literal[0] === value[key] ? 1 : -1;
    }
    const turned = rule && typeof rule === 'object' ? inside(trial, key, rule, value[key]) : value[key];
    assign(out, wire === undefined ? key : trial.input ? wire : camel(wire), turned);
  }
  // Defaults of parameters are sent, as other clients do; members of a body are never invented.
  for (const wire of trial.input && !trial.path.length ? Object.keys(properties) : []) {
    if (!found.has(wire) && properties[wire]!.default !== undefined) out[wire] = properties[wire]!.default;
  }
  for (const wire of schema.required ?? []) {
    if (found.has(wire) || (!(wire in properties) && value[wire] !== undefined)) continue;
    trial.path.push(trial.input ? (properties[wire]?.as ?? camel(wire)) : wire);
    issue(trial, { code: 'required', message: 'is missing' });
    trial.path.pop();
  }
  return out;
}

// `__proto__` is an ordinary key in JSON; a plain assignment would swap the object's prototype.
function assign(out: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
  else out[key] = value;
}

function union(schema: Schema, branches: readonly Schema[], value: unknown, trial: Trial): unknown {
  const { oneOf: _one, anyOf: _any, allOf: _all, ...own } = schema;
  let best: { trial: Trial; value: unknown } | undefined;
  const lost: Issue[][] = [];
  for (const branch of branches) {
    // A branch that only adds rules ("needs domain or projectScope") is read together with the members around it.
    const whole: Schema =
      own.properties || own.type
        ? {
            ...own,
            ...branch,
            ...(own.properties || branch.properties
              ? { properties: { ...own.properties, ...branch.properties } }
              : undefined),
            required: [...(own.required ?? []), ...(branch.required ?? [])],
          }
        : branch;
    const next = newTrial(trial.input, trial.path);
    const read = { trial: next, value: convert(whole, value, next) };
    lost.push(next.issues);
    if (!best || better(next, best.trial)) best = read;
  }
  if (!best) return value;
  trial.hits += best.trial.hits;
  if (best.trial.issues.length && best.trial.tags <= 0 && branches.length > 1) {
    issue(trial, { code: 'union', message: 'matches none of the allowed shapes', branches: lost, got: kindOf(value) });
  } else trial.issues.push(...best.trial.issues);
  trial.wrong ||= best.trial.wrong && trial.depth === trial.path.length;
  return best.value;
}

// A discriminating literal decides, then freedom from faults, then how many members are known. Nothing is ever dropped.
function better(a: Trial, b: Trial): boolean {
  const score = ({ wrong, tags, issues, hits }: Trial) => [
    wrong ? 0 : 1,
    tags > 0 ? 1 : 0,
    issues.length ? 0 : 1,
    tags,
    hits,
  ];
  const right = score(b);
  for (const [at, left] of score(a).entries()) if (left !== right[at]) return left > right[at]!;
  return a.issues.length < b.issues.length;
}

function inside(trial: Trial, key: string | number, schema: Schema, value: unknown): unknown {
  trial.path.push(key);
  const turned = convert(schema, value, trial);
  trial.path.pop();
  return turned;
}

function refuse(trial: Trial, want: string, value: unknown): unknown {
  if (trial.path.length === trial.depth) trial.wrong = true;
  issue(trial, { code: 'type', message: 'has the wrong type', want, got: kindOf(value) });
  return value;
}

function issue(trial: Trial, found: Omit<Issue, 'path'>): void {
  trial.issues.push({ path: [...trial.path], ...found });
}
