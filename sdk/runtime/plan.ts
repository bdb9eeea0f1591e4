// Schemas prepared for reading values: keys looked up once, unions expanded, each node once per direction.
import { type Choice, camel, type Member, type Plan, requiredOf, type Schema, typesOf } from './schema.ts';

const bits: Record<string, number> = { null: 1, boolean: 2, number: 4, integer: 4, string: 8, array: 16, object: 32 };
const other = 64;
const scalars = 15;
const none: readonly never[] = [];
export const dates = 128;

/** Returns the type of a value as a bit. */
export function kindBit(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 8;
    case 'number':
      return Number.isFinite(value) ? 4 : other;
    case 'boolean':
      return 2;
    case 'object':
      return value === null ? 1 : Array.isArray(value) ? 16 : value instanceof Date ? dates : 32;
    default:
      return other;
  }
}

/** Returns the types that a plan or one of its shapes accepts, as bits; 0 accepts any. */
export function kindsOf({ kinds, choice }: Plan): number {
  if (kinds || !choice) return kinds;
  const all = choice.branches.map(kindsOf);
  return all.includes(0) ? 0 : all.reduce((sum, bits) => sum | bits, 0);
}

/** Merges the members of `additionalProperties` into the object; its own members come first. */
export function flattened({ gathers }: Plan, value: Record<string, unknown>): Record<string, unknown> {
  if (!gathers || kindBit(value.additionalProperties) !== 32) return value;
  const { additionalProperties: free, ...named } = value;
  return { ...(free as object), ...named };
}

const plans = [new WeakMap<Schema, Plan>(), new WeakMap<Schema, Plan>()] as const;

/** Returns the plan of a schema for arguments (`input`) or answers. */
export function planOf(schema: Schema, input: boolean): Plan {
  if (schema.lazy) return planOf(schema.lazy(), input);
  const known = plans[input ? 1 : 0].get(schema);
  if (known) return known;
  const plan = new LazyPlan(schema, input);
  plans[input ? 1 : 0].set(schema, plan);
  return plan;
}

// Nested schemas are prepared when a value first needs them: most answers use little of their schema.
class LazyPlan implements Plan {
  readonly schema: Schema;
  readonly input: boolean;
  readonly kinds: number;
  readonly plain: number;
  readonly whole: boolean;
  readonly values: ReadonlySet<unknown> | undefined;
  readonly open: boolean;
  readonly gathers: boolean;
  readonly required: readonly string[];
  readonly parts: readonly Plan[];
  readonly choice: Choice | undefined;
  #members: Map<string, Member> | undefined;
  #items: Plan | undefined;
  #rest: Plan | undefined;
  #same: boolean | undefined;

  constructor(schema: Schema, input: boolean) {
    const { properties, format, additionalProperties: more } = schema;
    const types = typesOf(schema);
    this.schema = schema;
    this.input = input;
    let kinds = 0;
    for (const name of types) kinds |= bits[name] ?? other;
    if (input && format === 'date-time' && kinds & 8) kinds |= dates;
    this.kinds = kinds;
    this.whole = types.includes('integer') && !types.includes('number');
    this.values = schema.enum && new Set<unknown>(schema.enum);
    this.open = !properties || more === true;
    this.gathers = input && properties !== undefined && Boolean(more);
    this.required = requiredOf(schema);
    this.parts = schema.allOf?.map((part) => planOf(part, input)) ?? none;
    this.choice = schema.by?.(this);
    const looked = format === 'date-time' || format === 'binary' || this.values || this.choice || this.parts.length;
    this.plain = looked ? 0 : (kinds || scalars) & (this.whole ? scalars - 4 : scalars);
  }

  get members(): Map<string, Member> | undefined {
    const { properties } = this.schema;
    if (this.#members || !properties) return this.#members;
    this.#members = new Map();
    for (const wire of Object.keys(properties)) {
      const sub = properties[wire]!;
      const literal = sub.enum?.length === 1 ? sub.enum[0] : undefined;
      const member = { wire, as: sub.as ?? camel(wire), plan: planOf(sub, this.input), literal };
      // Arguments may use either spelling, so that parsed JSON can be passed on.
      if (this.input) this.#members.set(member.as, member);
      this.#members.set(wire, member);
    }
    return this.#members;
  }

  get items(): Plan | undefined {
    const { items } = this.schema;
    if (items) this.#items ??= planOf(items, this.input);
    return this.#items;
  }

  get rest(): Plan | undefined {
    const { additionalProperties: more } = this.schema;
    if (typeof more === 'object') this.#rest ??= planOf(more, this.input);
    return this.#rest;
  }

  get same(): boolean {
    this.#same ??= !turns(this, new Set());
    return this.#same;
  }
}

function turns(plan: Plan, seen: Set<Plan>): boolean {
  if (seen.has(plan)) return false;
  seen.add(plan);
  if (plan.schema.format === 'date-time' || plan.gathers) return true;
  for (const [key, { wire, as, plan: inner }] of plan.members ?? [])
    if ((plan.input ? key !== wire : as !== wire) || turns(inner, seen)) return true;
  const inside = [plan.items, plan.rest, ...(plan.choice?.branches ?? none)];
  return inside.some((inner) => inner !== undefined && turns(inner, seen));
}
