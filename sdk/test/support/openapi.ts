// Converts facts to an OpenAPI document, as a document generator would: with components, references and examples.
import type { Fact, FactSchema } from './facts.ts';

export interface Document {
  openapi: string;
  paths: Record<string, Record<string, DocOperation>>;
  components: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
}

export interface DocOperation {
  operationId: string;
  tags?: string[];
  parameters: { name: string; in: string; required?: boolean; schema: DocSchema }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: DocSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: DocSchema }> }>;
  security?: Record<string, string[]>[];
  deprecated?: boolean;
}

export interface DocSchema {
  type?: string | string[];
  nullable?: boolean;
  properties?: Record<string, DocSchema>;
  required?: string[];
  items?: DocSchema;
  enum?: unknown[];
  $ref?: string;
  [key: string]: unknown;
}

export function documentOf(facts: readonly Fact[], version: '3.0.3' | '3.1.0'): Document {
  const schemas: Record<string, unknown> = {};
  const seen = new Map<string, string>();
  const write = (schema: FactSchema): DocSchema => {
    for (const [name, def] of Object.entries(schema.$defs ?? {})) {
      if (name in schemas) continue;
      schemas[name] = {};
      schemas[name] = write(def);
    }
    if (schema.$ref) return { $ref: `#/components/schemas/${schema.$ref.split('/').pop()}` };
    const { $defs: _, ...own } = schema;
    const out = { description: 'Words to skip.', ...own } as DocSchema;
    const types = [schema.type ?? []].flat();
    if (version === '3.0.3' && types.length > 1 && types.includes('null')) {
      out.nullable = true;
      const rest = types.filter((type) => type !== 'null');
      out.type = rest.length === 1 ? rest[0]! : rest;
    }
    if (schema.properties)
      out.properties = Object.fromEntries(Object.entries(schema.properties).map(([key, sub]) => [key, write(sub)]));
    if (schema.items) out.items = write(schema.items);
    if (typeof schema.additionalProperties === 'object') out.additionalProperties = write(schema.additionalProperties);
    for (const key of ['oneOf', 'anyOf'] as const) if (schema[key]) out[key] = schema[key].map(write);
    const text = JSON.stringify(out);
    if (!schema.properties || text.length < 200) return out;
    const known = seen.get(text) ?? `Shape${seen.size}`;
    seen.set(text, known);
    schemas[known] = out;
    return { $ref: `#/components/schemas/${known}` };
  };
  const paths: Document['paths'] = {};
  for (const fact of facts) {
    const item = paths[fact.path] ?? {};
    paths[fact.path] = item;
    const verb = fact.method.toLowerCase();
    const known = item[verb];
    if (known) known.tags!.push(fact.group!);
    else item[verb] = operationOf(fact, write);
  }
  const info = { title: 'API', version: '0.0.1' };
  return { openapi: version, info, paths, components: { schemas, securitySchemes: { bearerToken: { type: 'http' } } } };
}

function operationOf(fact: Fact, write: (schema: FactSchema) => DocSchema): DocOperation {
  const contentOf = (type: string | null, schema: FactSchema | null) =>
    schema ? { content: { [type ?? 'application/json']: { schema: write(schema), example: 1 } } } : {};
  const responses = Object.entries(fact.responses).map(([status, { contentType, schema }]) => [
    status,
    { description: 'Fine.', ...contentOf(contentType, schema) },
  ]);
  for (const status of fact.errors) responses.push([String(status), { description: 'Not fine.' }]);
  const { accept } = fact;
  const operation: DocOperation = {
    operationId: (fact as Fact & { operationId: string }).operationId,
    ...(fact.group === null ? {} : { tags: [fact.group] }),
    parameters: fact.params.map(
      ({ in: place, name, required, schema, type, items, enum: values, default: fallback, deprecated }) => ({
        ...{ in: place, name, required, ...(deprecated ? { deprecated } : {}) },
        schema: write({
          ...(schema ?? { type, ...(items ? { items: { type: items } } : {}) }),
          ...(values ? { enum: values } : {}),
          ...(fallback === undefined ? {} : { default: fallback }),
        } as FactSchema),
      }),
    ),
    responses: Object.fromEntries(responses) as DocOperation['responses'],
    ...(fact.auth ? { security: [{ bearerToken: [] }] } : {}),
    ...(fact.deprecated ? { deprecated: true } : {}),
  };
  if (/q=0/.test(accept)) operation.responses['200']!.content!['application/stream+json'] = { schema: {} };
  const { body } = fact;
  if (body) {
    operation.requestBody = {
      required: body.requiredInCode ?? body.required,
      content: { [body.contentType]: { schema: write(body.schema) } },
    };
  }
  return operation;
}
