// The schemas of the catalogue.

/** JSON Schema keywords of a value; S is the type of a nested schema. */
export interface SchemaWords<S> {
  type?: string | string[];
  properties?: Record<string, S>;
  required?: string[];
  /** Elements by position; `items` are those after them. */
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

/** A schema in the catalogue: a number or a name refers to a shared node. */
export type Ref = number | string | Node;

export interface Node extends SchemaWords<Ref> {}
