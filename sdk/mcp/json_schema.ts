// Turns the library's schema data into the JSON Schema of a tool's arguments.
import { camel, type Schema } from './platform.ts';

/** JSON Schema of one object out of a union of them: what any of them takes, and what all of them need. */
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
  const properties = Object.fromEntries(
    [...found].map(([name, rules]) => [name, rules.size > 1 ? { anyOf: [...rules.values()] } : [...rules.values()][0]]),
  );
  const lists = branches.slice(1).map(({ required }) => (required ?? []) as string[]);
  const always = lists.reduce((all, names) => all.filter((name) => names.includes(name)));
  return { ...own, properties, required: [...new Set([...((own.required ?? []) as string[]), ...always])] };
}

export interface JsonSchema {
  [keyword: string]: unknown;
}

const bytes: JsonSchema = {
  type: 'object',
  description: 'The bytes: a file of this machine, or base64.',
  properties: { path: { type: 'string' }, base64: { type: 'string' } },
  oneOf: [{ required: ['path'] }, { required: ['base64'] }],
};

/** Arguments in the library's spelling; patterns are left to the API, which knows what it means by them. */
export function jsonSchema(schema: Schema): JsonSchema {
  if (schema.lazy) return {};
  if (schema.format === 'binary') return bytes;
  const {
    properties,
    required,
    items,
    additionalProperties,
    oneOf,
    anyOf,
    allOf,
    pattern: _,
    as: _as,
    format,
    ...plain
  } = schema;
  const out: JsonSchema = { ...plain };
  if (format === 'date-time') out.format = format;
  if (properties) {
    const members = Object.entries(properties).map(([wire, sub]) => [sub.as ?? camel(wire), jsonSchema(sub)]);
    out.properties = Object.fromEntries(members);
  }
  if (required?.length) out.required = required.map(camel);
  if (items) out.items = jsonSchema(items);
  if (typeof additionalProperties === 'object') out.additionalProperties = jsonSchema(additionalProperties);
  else if (additionalProperties !== undefined) out.additionalProperties = additionalProperties;
  for (const [key, branches] of Object.entries({ oneOf, anyOf, allOf })) {
    // The API's "one of" branches overlap; a strict reading would refuse what it takes.
    if (branches?.length) out[key === 'oneOf' ? 'anyOf' : key] = branches.map(jsonSchema);
  }
  return out;
}
