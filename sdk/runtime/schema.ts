// Schemas as data, and the types of what plan.ts lays out, check.ts finds and choice.ts chooses.

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
  /** What tells the shapes apart: `choice` of choice.ts, which comes with the schemas that need it. */
  readonly by: (plan: Plan) => Choice;
}

interface Rules {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** In place of `required`: the members that may be missing; all others must be there. */
  readonly optional?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
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
  /** Names of members whose values no log may show. */
  readonly secrets?: readonly string[];
  /** A recursive node names itself through a function. */
  readonly lazy?: () => Schema;
}

/** A member of an object: what it is called on the other side, and what it must be. */
export interface Member {
  readonly wire: string;
  readonly as: string;
  readonly plan: Plan;
  /** The one value that tells this branch of a union from the others. */
  readonly literal: unknown;
}

/** A schema made ready for reading values. */
export interface Plan {
  readonly schema: Schema;
  readonly input: boolean;
  /** Kinds of values that fit, as bits; 0 takes anything. */
  readonly kinds: number;
  /** Kinds of which every value fits as it is: nothing in it is looked at. */
  readonly plain: number;
  /** Numbers must be whole. */
  readonly whole: boolean;
  readonly values: ReadonlySet<unknown> | undefined;
  /** Members by the keys they may come under. */
  readonly members: ReadonlyMap<string, Member> | undefined;
  readonly required: readonly string[];
  readonly rest: Plan | undefined;
  /** Members nobody described are expected. */
  readonly open: boolean;
  /** Such members may also be gathered in `additionalProperties`, as the reference client has them. */
  readonly gathers: boolean;
  readonly items: Plan | undefined;
  readonly parts: readonly Plan[];
  /** Which of several shapes a value has, where the schema allows several. */
  readonly choice: Choice | undefined;
  /** Nothing in it is renamed or turned, whatever the value. */
  readonly same: boolean;
}

/** The shapes that a plan lets a value have, and which of them one has. */
export interface Choice {
  readonly branches: readonly Plan[];
  check(value: unknown, kind: number, trial: Trial): void;
  /** The branch that a value is read as. */
  branchOf(value: object): Plan;
}

/** What one reading of a value found; unions compare the trials of their branches. */
export interface Trial {
  readonly input: boolean;
  /** Members and values that nobody described are noted as well. */
  readonly exact: boolean;
  readonly path: (string | number)[];
  readonly depth: number;
  issues: Issue[];
  hits: number;
  tags: number;
  /** Missing members and wrong types. */
  faults: number;
  /** Wrong types. */
  wrong: number;
  /** The value itself has the wrong type. */
  refused: boolean;
}

/** The types a schema names, or that follow from its members, elements or values. */
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

/** The members that must be there. */
export function requiredOf({ properties, required, optional }: Schema): readonly string[] {
  if (!optional) return required ?? [];
  return Object.keys(properties ?? {}).filter((name) => !optional.includes(name));
}

/** Turns a wire name into the name users see: x-artifact-tag → xArtifactTag, FCP → fcp. */
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
