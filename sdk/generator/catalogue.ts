// Reads the catalogue: one row per operation, and schema nodes that several operations share.
import { readFileSync } from 'node:fs';

/** A schema in the catalogue: a number or a name stands for a shared node. */
export type Ref = number | string | Node;

export interface Node {
  type?: string | string[];
  properties?: Record<string, Ref>;
  required?: string[];
  items?: Ref;
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
  maxItems?: number;
  pattern?: string;
}

export interface Param {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Ref;
  required?: true;
}

export interface Entry {
  fn: string;
  group: string | null;
  name: string;
  http: string;
  path: string;
  doc: string;
  deprecated?: true;
  /** Takes teamId and slug in the query. */
  scope?: true;
  params: Param[];
  body?: { schema?: Ref; root?: true; octets?: true; required?: true };
  answer?: 'stream' | 'lines' | 'events' | 'file';
  answers: Record<string, Ref | null>;
  errors: number[];
  pages?: { by: string; items: string };
  /** Second place of the same operation: group, method, function. */
  alias?: [string, string, string];
}

export interface Catalogue {
  entries: Entry[];
  nodes: Node[];
  named: Record<string, Node>;
}

export function readCatalogue(folder: URL): Catalogue {
  const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown;
  const { named, nodes } = read('schemas.json') as Pick<Catalogue, 'named' | 'nodes'>;
  return { entries: read('operations.json') as Entry[], nodes, named };
}

export function resolve(catalogue: Catalogue, ref: Ref): Node {
  const node = typeof ref === 'number' ? catalogue.nodes[ref] : typeof ref === 'string' ? catalogue.named[ref] : ref;
  if (!node) throw new Error(`The catalogue has no schema node ${JSON.stringify(ref)}`);
  return node;
}

/** All parameters, the two scoping ones included, in the order path, query, header. */
export function paramsOf(entry: Entry): Param[] {
  const scope: Param[] = entry.scope
    ? ['teamId', 'slug'].map((name) => ({ in: 'query', name, schema: { type: 'string' } }))
    : [];
  const order = { path: 0, query: 1, header: 2 };
  return [...entry.params, ...scope].sort((a, b) => order[a.in] - order[b.in]);
}

/** True when an operation has no argument object at all. */
export function isBare(entry: Entry): boolean {
  return paramsOf(entry).length === 0 && !entry.body;
}

/** True when no argument is required, so the object itself may be left out. */
export function isOptional(entry: Entry): boolean {
  return !paramsOf(entry).some((param) => param.required) && !entry.body?.required;
}

export function groupsOf(catalogue: Catalogue): string[] {
  const groups = catalogue.entries.flatMap(({ group, alias }) => [group, alias?.[0]]);
  return [...new Set(groups.filter((group) => typeof group === 'string'))];
}

export function pascal(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
