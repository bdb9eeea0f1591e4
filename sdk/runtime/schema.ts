// Schemas as data, and the types shared by plan.ts, check.ts and choice.ts.

import type { Issue } from './issues.ts';

/** The JSON-Schema-like data of one value. */
export type Schema = Rules & (OneShape | Shapes);

interface OneShape {
  readonly oneOf?: undefined;
  readonly anyOf?: undefined;
  readonly by?: undefined;
}

interface Shapes {
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  /** Selects among the shapes: `choice` of choice.ts, loaded with the schemas that need it. */
  readonly by: (plan: Plan) => Choice;
}

interface Rules {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** Instead of `required`: the members that may be missing; all others are required. */
  readonly optional?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly format?: string;
  /** The name for users, if it is not the camelCase form of the wire name. */
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
  /** Names of members whose values must not be logged. */
  readonly secrets?: readonly string[];
  /** A recursive node refers to itself through a function. */
  readonly lazy?: () => Schema;
}

/** A member of an object: its name on the other side, and its schema. */
export interface Member {
  readonly wire: string;
  readonly as: string;
  readonly plan: Plan;
  /** The value that distinguishes this branch of a union from the others. */
  readonly literal: unknown;
}

/** A schema prepared for reading values. */
export interface Plan {
  readonly schema: Schema;
  readonly input: boolean;
  /** Accepted types, as bits; 0 accepts any. */
  readonly kinds: number;
  /** Types of which every value is accepted unchanged, without looking inside. */
  readonly plain: number;
  /** True if numbers must be integers. */
  readonly whole: boolean;
  readonly values: ReadonlySet<unknown> | undefined;
  /** Members by their accepted keys. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  readonly required: readonly string[];
  readonly rest: Plan | undefined;
  /** True if undescribed members are expected. */
  readonly open: boolean;
  /** True if such members may also be gathered in `additionalProperties`, as in the reference client. */
  readonly gathers: boolean;
  readonly items: Plan | undefined;
  readonly parts: readonly Plan[];
  /** Selects among several shapes, if the schema allows several. */
  readonly choice: Choice | undefined;
  /** True if nothing in it is renamed or converted, for any value. */
  readonly same: boolean;
}

/** The shapes that a plan allows, and the selection of one for a value. */
export interface Choice {
  readonly branches: readonly Plan[];
  check(value: unknown, kind: number, trial: Trial): void;
  /** Returns the branch that a value is read as. */
  branchOf(value: object): Plan;
}

/** The result of checking a value; unions compare the trials of their branches. */
export interface Trial {
  readonly input: boolean;
  /** True if undescribed members and values are recorded as well. */
  readonly exact: boolean;
  readonly path: (string | number)[];
  readonly depth: number;
  issues: Issue[];
  hits: number;
  tags: number;
  /** Number of missing members and wrong types. */
  faults: number;
  /** Number of wrong types. */
  wrong: number;
  /** True if the value itself has the wrong type. */
  refused: boolean;
}

/** Returns the types that a schema names, or that follow from its members, elements or values. */
export function typesOf({ type, properties, items, enum: values }: Schema): readonly string[] {
  if (type !== undefined) return typeof type === 'string' ? [type] : type;
  return properties
    ? ['object']
    : items
      ? ['array']
      : values?.every((value) => typeof value === 'string')
        ? ['string']
        : [];
}

/** Returns the required members. */
export function requiredOf({ properties, required, optional }: Schema): readonly string[] {
  if (!optional) return required ?? [];
  return Object.keys(properties ?? {}).filter((name) => !optional.includes(name));
}

/** Converts a wire name into the name for users: x-artifact-tag → xArtifactTag, FCP → fcp. */
export function camel(name: string): string {
  if (/^[A-Z\d]+$/.test(name)) return name.toLowerCase();
  const words = name.split(/[^A-Za-z\d]+/).filter(Boolean);
  const join = (word: string, at: number) => (at ? word[0]!.toUpperCase() : word[0]!.toLowerCase()) + word.slice(1);
  return words.map(join).join('') || name;
}

export function isBytes(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    (typeof ReadableStream === 'function' && value instanceof ReadableStream)
  );
}
