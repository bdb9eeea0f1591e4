// The schemas of the catalogue.

/** A schema in the catalogue: a number or a name stands for a shared node. */
export type Ref = number | string | Node;

export interface Node {
  type?: string | string[];
  properties?: Record<string, Ref>;
  required?: string[];
  prefixItems?: Ref[];
  items?: Ref;
  patternProperties?: Record<string, Ref>;
  additionalProperties?: boolean | Ref;
  oneOf?: Ref[];
  anyOf?: Ref[];
  allOf?: Ref[];
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
