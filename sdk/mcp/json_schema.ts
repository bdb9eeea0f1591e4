// Converts the library's schemas into the JSON Schema of a tool's arguments, with descriptions of its members.
import { camel, requiredOf, type Schema, typesOf, type Words } from './platform.ts';

export interface JsonSchema {
  [keyword: string]: unknown;
}

/** Descriptions of the members of an object, and of nested objects. */
export interface Describing {
  words(wire: string): Words | undefined;
  below(wire: string): Describing | undefined;
}

/**
 * Merges a union of objects into one object schema: the members of any of them, the required members of all of them.
 */
export function oneObject(schema: JsonSchema): JsonSchema {
  const { anyOf, ...own } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = [own, ...anyOf.map((branch: JsonSchema) => oneObject(branch))];
  const found = new Map<string, Map<string, JsonSchema>>();
  for (const branch of branches) {
    for (const [name, rule] of Object.entries((branch.properties ?? {}) as Record<string, JsonSchema>)) {
      found.set(name, (found.get(name) ?? new Map()).set(JSON.stringify(rule), rule));
    }
  }
  const properties = Object.fromEntries([...found].map(([name, rules]) => [name, oneOf([...rules.values()])]));
  const lists = branches.slice(1).map(({ required }) => (required ?? []) as string[]);
  const always = lists.reduce((all, names) => all.filter((name) => names.includes(name)));
  return { ...own, properties, required: [...new Set([...((own.required ?? []) as string[]), ...always])] };
}

// Descriptions shared by all rules of a member are stated once, before them.
function oneOf(rules: JsonSchema[]): JsonSchema {
  const [first] = rules;
  if (rules.length === 1) return first!;
  const { description } = first!;
  if (rules.some((rule) => rule.description !== description)) return { anyOf: rules };
  return { description, anyOf: rules.map(({ description: _, ...rule }) => rule) };
}

const bytes: JsonSchema = {
  type: 'object',
  description: 'The bytes as base64.',
  properties: { base64: { type: 'string' } },
  required: ['base64'],
};

const uploadPath: JsonSchema = { type: 'string' };

/** Bytes, optionally from a file. */
export const bytesOrFile: JsonSchema = {
  type: 'object',
  description: 'The bytes: the path of a file below the folder of --files, or base64.',
  properties: { path: uploadPath, base64: { type: 'string' } },
  oneOf: [{ required: ['path'] }, { required: ['base64'] }],
};

/** Arguments for saving a download. */
export const saving = {
  saveTo: { type: 'string', description: 'Save to this file below the folder of --files instead of returning base64.' },
  overwrite: { type: 'boolean', description: 'Replace the file if it exists.' },
} satisfies Record<string, JsonSchema>;

/** Arguments that name files, which must not be converted. */
export const filePaths: ReadonlySet<JsonSchema> = new Set([uploadPath, saving.saveTo]);

/** Returns the schema of arguments in the library's spelling. Patterns are left to the API, which interprets them. */
export function jsonSchema(schema: Schema, describing?: Describing): JsonSchema {
  if (schema.lazy) return {};
  if (schema.format === 'binary') return bytes;
  const {
    properties,
    required: _required,
    optional: _optional,
    items,
    additionalProperties,
    oneOf,
    anyOf,
    allOf,
    pattern: _,
    as: _as,
    secrets: _secrets,
    format,
    ...plain
  } = schema;
  const types = typesOf(schema);
  const out: JsonSchema = { ...(types.length ? { type: types.length > 1 ? types : types[0] } : {}), ...plain };
  if (format === 'date-time') out.format = format;
  if (properties) {
    const members = Object.entries(properties).map(([wire, sub]) => [
      sub.as ?? camel(wire),
      described(sub, wire, describing),
    ]);
    out.properties = Object.fromEntries(members);
  }
  const required = requiredOf(schema);
  if (required.length) out.required = required.map(camel);
  if (items) out.items = jsonSchema(items, describing);
  if (typeof additionalProperties === 'object') out.additionalProperties = jsonSchema(additionalProperties);
  else if (additionalProperties !== undefined) out.additionalProperties = additionalProperties;
  for (const [key, branches] of Object.entries({ oneOf, anyOf, allOf })) {
    // The API's "one of" branches overlap; a strict interpretation would reject valid arguments.
    if (branches?.length)
      out[key === 'oneOf' ? 'anyOf' : key] = branches.map((branch) => jsonSchema(branch, describing));
  }
  return out;
}

function described(sub: Schema, wire: string, describing: Describing | undefined): JsonSchema {
  const out = jsonSchema(sub, describing?.below(wire));
  const words = describing?.words(wire);
  if (!words || out === bytes) return out;
  const example = out.enum ? undefined : exampleFor(sub, words.example);
  return { description: words.say, ...out, ...(example === undefined ? {} : { examples: [example] }) };
}

/** Returns the schema without levels below this depth; it describes less, and rejects no more. */
export function shallow(schema: JsonSchema, depth: number): JsonSchema {
  const { properties, items, anyOf, allOf, additionalProperties, required, ...own } = schema;
  if (depth <= 0) return own;
  const below = (inner: unknown) => shallow(inner as JsonSchema, depth - 1);
  const out: JsonSchema = { ...own };
  if (properties)
    out.properties = Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, below(member)]));
  if (required) out.required = required;
  if (items) out.items = below(items);
  for (const [key, branches] of Object.entries({ anyOf, allOf }))
    if (Array.isArray(branches)) out[key] = branches.map(below);
  if (typeof additionalProperties === 'object') out.additionalProperties = below(additionalProperties);
  else if (additionalProperties !== undefined) out.additionalProperties = additionalProperties;
  return out;
}

// An example of another type is omitted; a number becomes text if texts are required.
function exampleFor(schema: Schema, example: unknown): unknown {
  if (schema.oneOf ?? schema.anyOf) return example;
  const kind = Array.isArray(example) ? 'array' : typeof example;
  const types = typesOf(schema);
  if (types.includes(kind) || (kind === 'number' && types.includes('integer'))) return example;
  return kind === 'number' && types.includes('string') ? String(example) : undefined;
}
