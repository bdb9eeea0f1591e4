// Schemas as data: what plan.ts lays out, check.ts holds values to, and turn.ts spells them by.

import type { Choice } from './choice.ts';
import type { Plan } from './plan.ts';

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
