// The OpenAPI document, derived from the route table: request bodies from shapes, responses from named schemas.
import { EFFECTS } from '../routes/effects.ts';
import { OPERATION_GROUPS, type Route } from '../routes/row.ts';
import { requestBody } from './bodies.ts';
import { RESPONSES, UNMATCHED } from './error_responses.ts';
import { HEADERS } from './headers.ts';
import { buildParameters, PARAMETERS } from './parameters.ts';
import { SCHEMAS, type Schema } from './schemas.ts';
import { buildResponses } from './success_responses.ts';

const DESCRIPTION =
  'Null members of a body count as absent; unknown members are ignored. Every path accepts one trailing slash. ' +
  'Errors have two formats, selected by the header X-Supabase-Api-Version; each operation lists its codes by status. ' +
  'Browsers of any origin may send requests: a preflight returns 204, and every response has Vary: Origin. ' +
  'x-unmatched describes the responses to paths and methods that are not listed.';

/**
 * Returns the OpenAPI document of the routes. `url` is the server's address for clients, `prefix` an optional path
 * prefix.
 */
export function buildOpenApiDocument(
  routes: readonly Route[],
  o: { version: string; url: string; prefix?: string },
): Schema {
  const operations = new Map<string, Route[]>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    operations.set(name, [...(operations.get(name) ?? []), route]);
  }
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, rows] of operations) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(name, rows) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postern',
      version: o.version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: o.url },
      ...(o.prefix
        ? [{ url: o.url.replace(/\/$/, '') + o.prefix, description: 'Base URL of @supabase/supabase-js.' }]
        : []),
    ],
    tags: Object.entries(OPERATION_GROUPS).map(([tag, description]) => ({ name: tag, description })),
    paths,
    'x-unmatched': UNMATCHED,
    components: {
      schemas: SCHEMAS,
      headers: HEADERS,
      responses: RESPONSES,
      parameters: PARAMETERS,
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session.' },
        admin: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token with an administrator’s role.',
        },
      },
    },
  };
}

/**
 * Returns the security requirement of a route. A route that accepts tokens of OAuth clients is listed with a bearer
 * token, even if its `auth` is none because one of its steps reads the token.
 */
function securityRequirements({ auth, client_tokens }: Route): Schema[] {
  if (auth === 'none') return client_tokens ? [{ user: [] }] : [];
  return [{ [auth]: [] }];
}

function buildOperation(name: string, rows: readonly Route[]): Schema {
  const [first] = rows as [Route];
  const body = requestBody(rows);
  return {
    operationId: name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/_$/, ''),
    tags: [first.tag],
    summary: first.summary,
    ...(EFFECTS[name] ? { 'x-effects': EFFECTS[name] } : {}),
    security: securityRequirements(first),
    parameters: buildParameters(rows),
    ...(body ? { requestBody: body } : {}),
    responses: buildResponses(name, rows),
  };
}
