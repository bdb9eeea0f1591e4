// The schemas of the catalogue.

/** What is said of a value, in the words of JSON Schema; S is a schema that stands inside another. */
export interface SchemaWords<S> {
  type?: string | string[];
  properties?: Record<string, S>;
  required?: string[];
  /** Elements by their place; `items` are those after them. */
  prefixItems?: S[];
  items?: S;
  patternProperties?: Record<string, S>;
  additionalProperties?: boolean | S;
  oneOf?: S[];
  anyOf?: S[];
  allOf?: S[];
  enum?: (string | number | boolean | null)[];
  format?: string;
  default?: unknown;
  deprecated?: boolean;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minProperties?: number;
  maxProperties?: number;
  maxItems?: number;
  pattern?: string;
}

/** A schema in the catalogue: a number or a name stands for a shared node. */
export type Ref = number | string | Node;

export interface Node extends SchemaWords<Ref> {}
