// The form in which an API is imported: one fact per method of the client, schemas inlined. OpenAPI documents are turned
// into it first, so there is one way from facts to the catalogue.

import type { SchemaWords } from '../generator/node.ts';

/** JSON Schema as facts carry it: references only to `$defs` beside it, null as a type. */
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
  /** How a list or an object is written, where it is not as usual for its place. */
  style?: string;
  explode?: boolean;
  schema?: FactSchema;
}

export interface FactBody {
  /** Null: the argument object itself is the body. */
  argName: string | null;
  required: boolean;
  /** What generated clients make of it; wins where it differs. */
  requiredInCode?: boolean;
  contentType: string;
  schema: FactSchema;
  /** A form: its type, and its members; callers send it as bytes. */
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
  /** What failures answer, where that is described. */
  errorBodies?: Record<string, FactSchema>;
  auth: boolean;
  deprecated?: boolean;
  /** Parameters of the path that the list of parameters lacks. */
  missingPathParams?: string[];
}

/** Facts from the text of a file: a list of facts is taken as it is. */
export function isFacts(value: unknown): value is Fact[] {
  return Array.isArray(value) && value.every((fact: Partial<Fact>) => fact?.functionName && fact.method && fact.path);
}
