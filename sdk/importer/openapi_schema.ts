// Reads the schemas of an OpenAPI document: resolves references, unifies 3.0 and 3.1.
import type { FactSchema } from './facts.ts';

/** An object of the document. */
export interface Doc {
  [key: string]: unknown;
}

/** A schema as written in a document. */
export interface Described extends Doc {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Described>;
  required?: string[];
  items?: Described;
  prefixItems?: Described[];
  patternProperties?: Record<string, Described>;
  additionalProperties?: boolean | Described;
  oneOf?: Described[];
  anyOf?: Described[];
  allOf?: Described[];
}

const copied = [
  ...([
    'format',
    'default',
    'deprecated',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
  ] as const),
  ...(['multipleOf', 'minProperties', 'maxProperties', 'uniqueItems', 'pattern'] as const),
];

/** Resolves a reference within the document. */
export function followed(doc: Doc, given: Doc): Doc {
  let found = given;
  for (let hops = 0; typeof found.$ref === 'string'; hops++) {
    if (hops > 20) throw new Error(`the reference ${found.$ref} leads to itself`);
    found = pointed(doc, found.$ref);
  }
  return found;
}

function pointed(doc: Doc, ref: string): Doc {
  if (!ref.startsWith('#/')) throw new Error(`only references within the document can be followed, not ${ref}`);
  const parts = ref.slice(2).split('/');
  let found: unknown = doc;
  for (const part of parts) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found = (found as Doc | undefined)?.[key];
  }
  if (typeof found !== 'object' || found === null) throw new Error(`the reference ${ref} leads nowhere`);
  return found as Doc;
}

/** Converts schemas into facts. Only a schema that contains itself keeps a name; all others are inlined. */
export class Reader {
  readonly doc: Doc;
  /** References being resolved. */
  readonly #open: string[] = [];
  readonly #recursive = new Set<string>();

  constructor(doc: Doc) {
    this.doc = doc;
  }

  schema(given: Described): FactSchema {
    const found = this.#read(given);
    if (!this.#recursive.size) return found;
    const $defs: Record<string, FactSchema> = {};
    for (const ref of this.#recursive) {
      this.#open.push(ref);
      $defs[nameOf(ref)] = this.#plain(followed(this.doc, pointed(this.doc, ref)) as Described);
      this.#open.pop();
    }
    const out = this.#recursive.has(given.$ref ?? '') ? { $ref: `#/$defs/${nameOf(given.$ref!)}` } : found;
    this.#recursive.clear();
    return { ...out, $defs };
  }

  #read(given: Described): FactSchema {
    const { $ref: ref } = given;
    if (ref === undefined) return this.#plain(given);
    if (this.#open.includes(ref)) {
      this.#recursive.add(ref);
      return { $ref: `#/$defs/${nameOf(ref)}` };
    }
    this.#open.push(ref);
    const found = this.#read(pointed(this.doc, ref) as Described);
    this.#open.pop();
    // A schema that contains itself is referred to by name everywhere.
    if (this.#recursive.has(ref)) return { $ref: `#/$defs/${nameOf(ref)}` };
    const { $ref: _, ...beside } = given;
    return Object.keys(beside).some((key) => key in { nullable: 0, default: 0, deprecated: 0 })
      ? {
          ...found,
          ...this.#plain({ ...beside, ...(beside.nullable ? { type: found.type } : undefined) } as Described),
        }
      : found;
  }

  #plain(given: Described): FactSchema {
    const out: Record<string, unknown> = {};
    const { properties, required, items, additionalProperties: more, nullable } = given;
    let { type } = given;
    let values = given.const === undefined ? given.enum : [given.const];
    if (nullable && type !== undefined) type = [...[type].flat(), 'null'];
    if (nullable && values && !values.includes(null)) values = [...values, null];
    if (Array.isArray(type) && type.length === 1) type = type[0];
    if (type === undefined && values) type = typeNames(values);
    if (type !== undefined) out.type = type;
    if (values) out.enum = values;
    for (const key of copied)
      if (given[key] !== undefined && (given[key] !== false || key === 'default')) out[key] = given[key];
    if (properties)
      out.properties = Object.fromEntries(Object.entries(properties).map(([name, sub]) => [name, this.#read(sub)]));
    if (required?.length) out.required = required;
    Object.assign(out, boundsOf(given));
    if (given.prefixItems) out.prefixItems = given.prefixItems.map((item) => this.#read(item));
    if (items) out.items = this.#read(items);
    if (given.patternProperties)
      out.patternProperties = Object.fromEntries(
        Object.entries(given.patternProperties).map(([pattern, sub]) => [pattern, this.#read(sub)]),
      );
    if (more !== undefined) out.additionalProperties = typeof more === 'boolean' ? more : this.#read(more);
    for (const key of ['oneOf', 'anyOf'] as const) {
      const branches = given[key];
      if (!branches) continue;
      out[key] = branches.map((branch) => this.#read(branch));
      if (nullable && type === undefined) (out[key] as FactSchema[]).push({ type: 'null' });
    }
    return given.allOf
      ? together(
          out,
          given.allOf.map((part) => this.#read(part)),
          nullable === true,
        )
      : out;
  }
}

// 3.0 marks exclusive bounds with a flag; 3.1 has separate keywords for them.
function boundsOf(given: Described): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [bound, without] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (given[without] === true && given[bound] !== undefined)
      Object.assign(out, { [without]: given[bound], [bound]: undefined });
    else if (typeof given[without] === 'number') out[without] = given[without];
  }
  return out;
}

// Object parts are merged into one object; otherwise each part is a rule.
function together(own: FactSchema, parts: readonly FactSchema[], nullable: boolean): FactSchema {
  if (parts.length === 1 && !Object.keys(own).length) {
    const [only] = parts as [FactSchema];
    return nullable ? { ...only, ...(only.type ? { type: [...[only.type].flat(), 'null'] } : undefined) } : only;
  }
  const all = [own, ...parts];
  if (all.some((part) => part.$ref || part.oneOf || part.anyOf || part.allOf || part.items))
    return { ...own, allOf: [...parts] };
  const required = [...new Set(all.flatMap((part) => part.required ?? []))];
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Record<string, FactSchema>,
    ...(required.length ? { required } : undefined),
  };
}

function typeNames(values: readonly unknown[]): string | string[] {
  const names = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  return names.length === 1 ? names[0]! : names;
}

function nameOf(ref: string): string {
  return decodeURIComponent(ref.split('/').pop()!).replace(/[^\w$]/g, '_');
}
