// Turns the library's schema data into the JSON Schema of a tool's arguments.
import { camel, type Schema } from './platform.ts';

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
    format,
    ...plain
  } = schema;
  const out: JsonSchema = { ...plain };
  if (format === 'date-time') out.format = format;
  if (properties) {
    const members = Object.entries(properties).map(([wire, sub]) => [camel(wire), jsonSchema(sub)]);
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
