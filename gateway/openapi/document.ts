// The OpenAPI document, derived from the route table: bodies from shapes, answers from named schemas, nothing written twice.
import { CAPTCHA_SHAPE } from '../captcha.ts';
import type { BodyShape } from '../http/body.ts';
import type { Route } from '../route.ts';
import { HEADERS, RESPONSES, responsesOf } from './answers.ts';
import { OPERATIONS, TAGS } from './operations.ts';
import { SCHEMAS, type Schema } from './schemas.ts';

const DESCRIPTION =
  'Members of a body that are null count as absent; unknown ones are ignored. Every path also takes one trailing slash. ' +
  'Errors come in two forms, chosen by the header X-Supabase-Api-Version.';

/** The document of these routes; `url` is where clients reach the server. */
export function openApiDocument(routes: readonly Route[], o: { version: string; url: string }): Schema {
  const operations = new Map<string, Route[]>();
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    operations.set(name, [...(operations.get(name) ?? []), route]);
  }
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, rows] of operations) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, rows) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postern',
      version: o.version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: o.url }],
    tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths,
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
          description: 'A token whose role may administer.',
        },
      },
    },
  };
}

const PARAMETERS: Readonly<Record<string, Schema>> = {
  api_version: {
    name: 'X-Supabase-Api-Version',
    in: 'header',
    description: 'A date; from 2024-01-01 on errors have the later form.',
    schema: { type: 'string' },
  },
  audience: {
    name: 'X-JWT-AUD',
    in: 'header',
    description: 'Audience of the users that are meant.',
    schema: { type: 'string' },
  },
  redirect_to: {
    name: 'redirect_to',
    in: 'query',
    description: 'Where a link leads in the end. One that is not allowed counts as absent.',
    schema: { type: 'string' },
  },
};

function operation(name: string, rows: readonly Route[]): Schema {
  const [first] = rows as [Route];
  const off = rows.every((row) => row.refuse !== undefined);
  const [tag, summary] = OPERATIONS[name] ?? (off ? ['off', 'Answer as switched off'] : ['service', name]);
  const body = requestBody(rows);
  return {
    operationId: name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/_$/, ''),
    tags: [tag],
    summary,
    security: first.auth === 'none' ? [] : [{ [first.auth]: [] }],
    parameters: parameters(rows),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(rows),
  };
}

function parameters(rows: readonly Route[]): Schema[] {
  const sources = new Set(rows.flatMap(({ call }) => Object.values<string>(call?.args ?? {})));
  const named = ['api_version', ...['audience', 'redirect_to'].filter((name) => sources.has(name))];
  const [first] = rows as [Route];
  const inPath = [...first.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const grants = rows.flatMap(({ grant_type }) => (grant_type === undefined || grant_type === '*' ? [] : [grant_type]));
  const grant = { name: 'grant_type', in: 'query', required: true, schema: { type: 'string', enum: grants } };
  const inQuery = rows.flatMap(({ query }) => Object.keys(query ?? {}));
  return [
    ...inPath,
    ...(grants.length > 0 ? [grant] : []),
    ...inQuery.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    ...named.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function requestBody(rows: readonly Route[]): Schema | null {
  const schemas = rows.flatMap((row) => bodySchema(row) ?? []);
  const [only] = schemas;
  if (only === undefined) return null;
  return {
    required: !rows.some(({ body_optional }) => body_optional),
    content: { 'application/json': { schema: schemas.length === 1 ? only : { anyOf: schemas } } },
  };
}

function bodySchema({ body, guards, grant_type }: Route): Schema | null {
  if (body === undefined) return null;
  const members: BodyShape = guards.includes('captcha') ? { ...body, ...CAPTCHA_SHAPE } : body;
  return {
    type: ['object', 'null'],
    ...(grant_type === undefined ? {} : { title: grant_type }),
    properties: Object.fromEntries(Object.entries(members).map(([name, kind]) => [name, MEMBERS[kind]])),
  };
}

const MEMBERS: Readonly<Record<BodyShape[string], Schema>> = {
  string: { type: ['string', 'null'] },
  boolean: { type: ['boolean', 'null'] },
  number: { type: ['number', 'null'] },
  integer: { type: ['integer', 'null'] },
  object: { type: ['object', 'null'] },
  array: { type: ['array', 'null'] },
  strings: { type: ['array', 'null'], items: { type: 'string' } },
};
