// The OpenAPI document is derived from the route table and passes its linter. createResponseCheck() reports responses
// that deviate from it.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { GATEWAY_ERRORS } from '../../../gateway/http/errors.ts';
import { buildOpenApiDocument } from '../../../gateway/openapi/document.ts';
import { ERROR_CODES, OAUTH_ERROR_CODES } from '../../../gateway/openapi/error_codes.ts';
import type { Route } from '../../../gateway/routes/row.ts';
import { ROUTES } from '../../../gateway/routes/table.ts';
import { lintOpenApi } from '../../../tools/openapi.ts';
import type { CheckedResponse } from './refusals.ts';
import { createResponseCheck } from './responses.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters: { name?: string; in?: string; required?: boolean; schema?: { enum?: string[] }; $ref?: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Body }> };
  responses: Record<string, object>;
}
interface Body {
  title?: string;
  anyOf?: Body[];
  allOf?: Body[];
  required?: string[];
  properties?: Record<string, { type: string | string[] }>;
}

const document = buildOpenApiDocument(ROUTES, { version: '1.2.3', url: 'https://auth.example.org/x' });
const paths = document.paths as Record<string, Record<string, Operation>>;
const operation = (method: string, path: string): Operation => {
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

test('every route is an operation with a unique id, and there are no other operations', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.equal([...operations].sort(), [...new Set(ROUTES.map(({ method, path }) => `${method} ${path}`))].sort());
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((found) => found.operationId));
  assert.is(new Set(ids).size, ids.length);
});

test('every operation of an available feature has a description', () => {
  for (const { method, path, summary } of ROUTES) {
    const rows = ROUTES.filter((row) => row.method === method && row.path === path);
    assert.match(summary, /^[A-Z][^.]+$/);
    assert.equal([...new Set(rows.map((row) => row.summary))], [summary], `${method} ${path} says two things`);
  }
});

test('the error codes are those of both error tables', () => {
  const sql = readFileSync(new URL('../../../sql/errors.sql', import.meta.url), 'utf8');
  const ofSql = [...sql.matchAll(/^ +\('\w+', +\d{3}, '([\w ]+)',/gm)].map((row) => row[1] ?? '');
  assert.ok(ofSql.length > 80);
  const all = new Set(['unknown', ...ofSql, ...Object.values(GATEWAY_ERRORS).map(([, code]) => code)]);
  assert.equal([...ERROR_CODES, ...OAUTH_ERROR_CODES].sort(), [...all].sort());
});

test('request bodies derive from shapes, with captcha members where required; grants share one operation', () => {
  const signUp = operation('POST', '/signup').requestBody;
  assert.ok(signUp?.required);
  const members = signUp.content['application/json']?.schema.properties;
  assert.equal(members?.email, { type: ['string', 'null'] });
  assert.ok(members?.captcha_token && members.gotrue_meta_security);
  const token = operation('POST', '/token');
  const grant = token.parameters.find(({ name }) => name === 'grant_type');
  assert.equal(grant?.schema?.enum, ['password', 'refresh_token', 'pkce', 'web3', 'id_token']);
  const bodies = token.requestBody?.content['application/json']?.schema.anyOf ?? [];
  assert.equal(
    bodies.map(({ title }) => title),
    ['password', 'refresh_token', 'pkce', 'web3', 'id_token'],
  );
  assert.ok(bodies[0]?.properties?.captcha_token);
  assert.not(bodies[1]?.properties?.captcha_token);
  assert.not(operation('DELETE', '/admin/users/{user_id}').requestBody?.required);
});

test('lists security, and the parameters of path, query and headers', () => {
  assert.equal(operation('POST', '/signup').security, []);
  assert.equal(operation('GET', '/user').security, [{ user: [] }]);
  assert.equal(operation('GET', '/admin/users').security, [{ admin: [] }]);
  const names = (method: string, path: string) =>
    operation(method, path).parameters.map((parameter) => parameter.name ?? parameter.$ref?.split('/').at(-1));
  assert.equal(names('PUT', '/admin/users/{user_id}'), ['user_id', 'allow_leaked', 'api_version']);
  const searched = [
    'search',
    'email',
    'phone',
    'provider',
    'user_metadata',
    'app_metadata',
    'cursor',
    'limit',
    'fields',
  ];
  const listed = ['page', 'per_page', 'sort', 'filter', ...searched, 'api_version', 'audience'];
  assert.equal(names('GET', '/admin/users'), listed);
  const target = ['redirect_to', 'redirect_to_header', 'referer'];
  const link = [...target, 'forwarded_host', 'forwarded_proto'];
  assert.equal(names('POST', '/recover'), ['api_version', 'audience', ...link]);
  assert.equal(names('GET', '/verify'), ['type', 'token', 'api_version', ...target]);
  assert.equal(names('POST', '/verify'), ['api_version', 'audience', 'session_tag']);
  assert.equal(names('POST', '/signup'), ['api_version', 'audience', 'session_tag', ...link]);
  for (const path of ['/otp', '/magiclink', '/resend', '/invite'])
    assert.equal(names('POST', path), ['api_version', 'audience', ...link], path);
  assert.equal(names('POST', '/admin/generate_link'), ['allow_leaked', 'api_version', 'audience', ...link]);
  assert.equal(names('PUT', '/user'), ['api_version', ...link]);
  assert.equal(names('GET', '/reauthenticate'), ['api_version', ...link]);
  const { parameters } = document.components as { parameters: Record<string, { name: string; in: string }> };
  const headers = Object.values(parameters).filter((parameter) => parameter.in === 'header');
  assert.equal(headers.map(({ name }) => name).sort(), [
    'Referer',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-JWT-AUD',
    'X-Session-Tag',
    'X-Supabase-Api-Version',
    'redirect_to',
  ]);
});

test('marks required members of the query and of bodies', () => {
  const required = (method: string, path: string) =>
    operation(method, path).parameters.flatMap((one) => (one.required ? [one.name] : []));
  assert.equal(required('GET', '/verify'), ['type', 'token']);
  assert.equal(required('POST', '/token'), ['grant_type']);
  assert.equal(required('GET', '/admin/users'), []);
  const body = (path: string) => operation('POST', path).requestBody?.content['application/json']?.schema as Body;
  assert.equal(body('/invite').required, ['email']);
  assert.is(body('/invite').properties?.email?.type, 'string');
  assert.equal(body('/resend').required, ['type']);
  assert.equal(
    body('/resend').anyOf?.map((one) => one.required),
    [['email'], ['phone']],
  );
  assert.is(body('/signup').required, undefined);
  // Every required name is a member or query parameter of the route.
  for (const { method, path, required: members = [], body: shape = {}, query = {} } of ROUTES as readonly Route[]) {
    for (const name of members.flat()) assert.ok(name in shape || name in query, `${method} ${path} ${name}`);
  }
});

test('each route lists its own statuses, with a range only if an application may choose', () => {
  const statuses = (method: string, path: string) => Object.keys(operation(method, path).responses);
  assert.equal(statuses('GET', '/health'), ['200', '500']);
  assert.equal(statuses('GET', '/user'), ['200', '400', '401', '403', '500', '503', '504']);
  assert.equal(statuses('GET', '/verify'), ['200', '303', '400', '429', '500', '503', '504']);
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const rows = (ROUTES as readonly Route[]).filter(
        (row) => row.path === path && row.method === method.toUpperCase(),
      );
      const open = rows.some(
        (row) => (row.creates_user || row.confirms_user || row.asks_hooks) && row.answer !== 'redirect',
      );
      assert.is('4XX' in responses, open, `${method} ${path}`);
      assert.is('5XX' in responses, open, `${method} ${path}`);
      assert.not('default' in responses);
    }
  }
});

test('lists headers for caching, lists and redirects, and those exposed to scripts of other origins', () => {
  const headers = (method: string, path: string, status: string) => {
    const { headers: found = {} } = operation(method, path).responses[status] as { headers?: object };
    return Object.keys(found);
  };
  const cors = ['X-Request-Id', 'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];
  assert.equal(headers('GET', '/.well-known/jwks.json', '200'), ['Cache-Control', ...cors]);
  assert.equal(headers('GET', '/settings', '200'), cors);
  assert.equal(headers('GET', '/admin/users', '200'), ['Cache-Control', 'X-Total-Count', 'Link', ...cors]);
  assert.equal(headers('GET', '/verify', '303'), ['Cache-Control', 'Location', ...cors]);
  const { responses } = document['x-unmatched'] as { responses: Record<string, { headers: object }> };
  assert.ok('Allow' in (responses[405]?.headers ?? {}));
});

test('passes the linter, which reports a broken document', () => {
  const fine = lintOpenApi();
  assert.ok(fine.good, fine.output);
  const broken = structuredClone(document) as { components: { schemas: Record<string, object> } };
  delete broken.components.schemas.Identity;
  const found = lintOpenApi(broken);
  assert.not(found.good);
  assert.match(found.output, /no-unresolved-refs/);
});

test('reports a response that deviates from its description', () => {
  const check = createResponseCheck(document);
  const json = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
    status,
    headers: new Headers({ 'content-type': 'application/json', ...headers }),
    text: JSON.stringify(body),
  });
  const health = { version: '1', name: 'Postern', description: 'x' };
  const error = { code: 400, error_code: 'bad_json', msg: 'x' };
  assert.equal(check('GET', '/health', json(200, health)), []);
  assert.equal(check('GET', '/health/', json(200, health)), []);
  assert.equal(check('POST', '/otp?x=y', json(400, error)), []);
  const wrong: [string, string, CheckedResponse, RegExp][] = [
    ['GET', '/health', json(200, { ...health, more: 1 }), /additional/],
    ['GET', '/health', json(200, { version: '1' }), /required/],
    ['GET', '/health', json(201, health), /status 201/],
    ['GET', '/health', json(404, { ...error, code: 404, error_code: 'not_found' }), /status 404/],
    ['GET', '/verify', json(403, { ...error, code: 403, error_code: 'otp_expired' }), /status 403/],
    ['POST', '/recover', json(422, { ...error, code: 422, error_code: 'validation_failed' }), /status 422/],
    ['POST', '/recover', json(400, { ...error, error_code: 'user_banned' }), /body\/error_code/],
    ['POST', '/recover', json(400, { code: 'user_banned', message: 'x' }), /body\/code/],
    ['POST', '/recover', json(400, { ...error, code: 422 }), /body\/code/],
    ['GET', '/.well-known/jwks.json', json(200, { keys: [] }), /header Cache-Control is missing/],
    [
      'POST',
      '/health',
      json(405, { ...error, code: 405, error_code: 'method_not_allowed' }),
      /header Allow is missing/,
    ],
    ['POST', '/recover', { ...json(200, {}, { 'cache-control': 'no-store' }), sent: '{"email":null}' }, /sent body/],
    ['GET', '/verify?type=signup', { status: 303, headers: new Headers(), text: '' }, /token is required/],
    ['GET', '/health', { ...json(200, health), headers: new Headers() }, /content type/],
    ['POST', '/recover', json(400, { ...error, error_code: 'no_such_code' }), /body\/error_code/],
    ['POST', '/otp', json(400, { ...error, hint: 'x' }), /additional/],
    ['POST', '/otp', json(503, error), /header Retry-After is missing/],
    ['POST', '/logout', json(204, {}), /there is a body/],
    ['GET', '/admin/figures', json(200, {}, { 'cache-control': 'private, no-cache' }), /header ETag is missing/],
    ['GET', '/admin/users/1', json(200, { id: 'x' }), /required/],
    ['GET', '/nowhere', json(200, {}), /not in the document/],
    ['GET', '/nowhere', json(404, {}), /required/],
  ];
  for (const [method, path, answer, pattern] of wrong) assert.match(check(method, path, answer).join('; '), pattern);
});

test.run();
