// The import format: one fact per method of the client, with schemas inlined. OpenAPI documents are converted to it
// first, so that there is a single conversion to the catalogue.

import type { SchemaWords } from '../generator/node.ts';

/** JSON Schema in facts: references only to `$defs` beside it, null as a type. */
export interface FactSchema extends SchemaWords<FactSchema> {
  minLength?: number;
  maxLength?: number;
  uniqueItems?: boolean;
  $ref?: string;
  $defs?: Record<string, FactSchema>;
}

export interface FactParam {
  in: 'path' | 'query' | 'header';
  name: string;
  argName: string;
  type: string;
  required: boolean;
  enum?: (string | number | boolean | null)[];
  default?: unknown;
  items?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  deprecated?: boolean;
  /** Serialization of a list or object, if it is not the default of its place. */
  style?: string;
  explode?: boolean;
  schema?: FactSchema;
}

export interface FactBody {
  /** Null if the argument object itself is the body. */
  argName: string | null;
  required: boolean;
  /** The value in generated clients; takes precedence if it differs. */
  requiredInCode?: boolean;
  contentType: string;
  schema: FactSchema;
  /** A form: its type and its members; callers send it as bytes. */
  form?: { type: string; schema: FactSchema };
}

export interface FactResponse {
  contentType: string | null;
  schema: FactSchema | null;
  stream?: boolean;
}

export interface Fact {
  group: string | null;
  name: string;
  functionName: string;
  operationId?: string;
  method: string;
  path: string;
  params: FactParam[];
  body: FactBody | null;
  /** Successful answers by status. */
  responses: Record<string, FactResponse>;
  accept: string;
  errors: number[];
  /** Bodies of errors, if described. */
  errorBodies?: Record<string, FactSchema>;
  auth: boolean;
  deprecated?: boolean;
  /** Path parameters that are missing in the list of parameters. */
  missingPathParams?: string[];
}

/** Returns true for a list of facts, which needs no conversion. */
export function isFacts(value: unknown): value is Fact[] {
  return Array.isArray(value) && value.every((fact: Partial<Fact>) => fact?.functionName && fact.method && fact.path);
}
