// The OpenAPI document itself: derived from every route, served, content with its linter, and able to find faults.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lintOpenApi } from '../../ci/openapi.ts';
import { GATEWAY_ERRORS } from '../../gateway/http/errors.ts';
import { openApiDocument } from '../../gateway/openapi/document.ts';
import { ERROR_CODES } from '../../gateway/openapi/error_codes.ts';
import { OPERATIONS } from '../../gateway/openapi/operations.ts';
import { ROUTES } from '../../gateway/routes.ts';
import { createAnswerCheck } from './answers.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  parameters: { name?: string; in?: string; schema?: { enum?: string[] }; $ref?: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Body }> };
  responses: Record<string, object>;
}
interface Body {
  title?: string;
  anyOf?: Body[];
  properties?: Record<string, { type: string[] }>;
}

const document = openApiDocument(ROUTES, { version: '1.2.3', url: 'https://auth.example.org/x' });
const paths = document.paths as Record<string, Record<string, Operation>>;
const operation = (method: string, path: string): Operation => {
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
};

test('every route is an operation with an id of its own, and nothing else is', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.equal([...operations].sort(), [...new Set(ROUTES.map(({ method, path }) => `${method} ${path}`))].sort());
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((found) => found.operationId));
  assert.is(new Set(ids).size, ids.length);
});

test('every operation of a feature that is there has a sentence', () => {
  const on = ROUTES.filter(({ method, path }) => {
    const rows = ROUTES.filter((row) => row.method === method && row.path === path);
    return rows.some((row) => row.refuse === undefined);
  });
  assert.equal(Object.keys(OPERATIONS).sort(), [...new Set(on.map(({ method, path }) => `${method} ${path}`))].sort());
});

test('the error codes are those of both tables', () => {
  const sql = readFileSync(new URL('../../sql/errors.sql', import.meta.url), 'utf8');
  const ofSql = [...sql.matchAll(/^ +\('\w+', +\d{3}, '(\w+)',/gm)].map((row) => row[1] ?? '');
  assert.ok(ofSql.length > 80);
  const all = new Set(['unknown', ...ofSql, ...Object.values(GATEWAY_ERRORS).map(([, code]) => code)]);
  assert.equal([...ERROR_CODES], [...all].sort());
});

test('bodies come from shapes, with captcha members where captcha is asked; grants share one operation', () => {
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
    ['password', 'refresh_token', 'pkce'],
  );
  assert.ok(bodies[0]?.properties?.captcha_token);
  assert.not(bodies[1]?.properties?.captcha_token);
  assert.not(operation('DELETE', '/admin/users/{user_id}').requestBody?.required);
});

test('who may call, and what of the path, query and headers is read', () => {
  assert.equal(operation('POST', '/signup').security, []);
  assert.equal(operation('GET', '/user').security, [{ user: [] }]);
  assert.equal(operation('GET', '/admin/users').security, [{ admin: [] }]);
  const names = (method: string, path: string) =>
    operation(method, path).parameters.map((parameter) => parameter.name ?? parameter.$ref?.split('/').at(-1));
  assert.equal(names('PUT', '/admin/users/{user_id}'), ['user_id', 'api_version']);
  assert.equal(names('GET', '/admin/users'), ['page', 'per_page', 'sort', 'filter', 'api_version', 'audience']);
  assert.equal(names('POST', '/recover'), ['api_version', 'audience', 'redirect_to']);
});

test('the linter is content, and would not be with a broken document', () => {
  const fine = lintOpenApi();
  assert.ok(fine.good, fine.said);
  const broken = structuredClone(document) as { components: { schemas: Record<string, object> } };
  delete broken.components.schemas.Identity;
  const found = lintOpenApi(broken);
  assert.not(found.good);
  assert.match(found.said, /no-unresolved-refs/);
});

test('an answer that is not as described is found', () => {
  const check = createAnswerCheck(document);
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
  const wrong: [string, string, ReturnType<typeof json>, RegExp][] = [
    ['GET', '/health', json(200, { ...health, more: 1 }), /additional/],
    ['GET', '/health', json(200, { version: '1' }), /required/],
    ['GET', '/health', json(201, health), /status 201/],
    ['GET', '/health', { ...json(200, health), headers: new Headers() }, /content type/],
    ['POST', '/recover', json(400, { ...error, error_code: 'no_such_code' }), /body\/error_code/],
    ['POST', '/otp', json(400, { ...error, hint: 'x' }), /additional/],
    ['POST', '/otp', json(503, error), /header Retry-After is missing/],
    ['POST', '/logout', json(204, {}), /there is a body/],
    ['GET', '/admin/audit', json(200, []), /header X-Total-Count is missing/],
    ['GET', '/admin/users/1', json(200, { id: 'x' }), /required/],
    ['GET', '/nowhere', json(200, {}), /not in the document/],
    ['GET', '/nowhere', json(404, {}), /required/],
  ];
  for (const [method, path, answer, pattern] of wrong) assert.match(check(method, path, answer).join('; '), pattern);
});

test.run();
