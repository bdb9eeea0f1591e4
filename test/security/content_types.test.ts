// Every route with a body parses it as JSON under any Content-Type, except five routes of the OAuth server (FORMS),
// which parse a form unless the type is JSON.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { startStack } from '../support/processes/stack.ts';
import { FEATURES, fillPath, routeName, tokenFor } from './routes.ts';

const stack = await startStack({ worker: false, env: FEATURES });
test.after(() => stack.close());

const ALL: readonly Route[] = ROUTES;
const TYPES = [
  'application/json; charset=UTF-8',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/xml',
  'application/xml; charset=utf-8',
  'application/octet-stream',
  'nonsense',
  ';',
];

/**
 * The types for the routes that are not in EVERY_TYPE: some that frameworks parse as forms, and some that they do not
 * parse.
 */
const SOME_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ';'];
const EVERY_TYPE = new Set(['POST /signup', 'POST /token?grant_type=password', 'PUT /user', 'POST /admin/users']);

const FORMS = new Set([
  'POST /oauth/token',
  'POST /oauth/revoke',
  'POST /oauth/introspect',
  'POST /oauth/device_authorization',
  'POST /oauth/par',
]);

for (const route of ALL.filter((row) => row.method !== 'GET' && !FORMS.has(routeName(row)))) {
  test(`${routeName(route)}: parses every content type as JSON`, async () => {
    const types = EVERY_TYPE.has(routeName(route)) ? TYPES : SOME_TYPES;
    const [member] = Object.keys(route.body ?? {});
    // Bodies that only a JSON parser distinguishes: no member, a member of a wrong type, malformed text, and a form.
    const bodies = ['{}', `{"${member ?? 'x'}":[7]}`, '{"a":', `${member ?? 'x'}=7`];
    const seen: string[] = [];
    for (const body of bodies) {
      const ask = async (type: string) => {
        const headers = { ...tokenFor(route), 'Content-Type': type };
        const answer = await stack.request(route.method, fillPath(route), body, headers);
        const { error_code, error, msg, error_description } = answer.body;
        return [answer.status, error_code ?? error, msg ?? error_description];
      };
      // The bodies contain no address. Responses therefore do not depend on the mail spacing after earlier requests.
      const expected = await ask('application/json');
      seen.push(JSON.stringify(expected));
      for (const type of types) assert.equal(await ask(type), expected, `${type}: ${body}`);
    }
    if (route.body !== undefined) assert.ok(new Set(seen).size >= 2, `the body is read: ${seen}`);
  });
}

for (const route of ALL.filter((row) => FORMS.has(routeName(row)))) {
  test(`${routeName(route)}: parses every content type but JSON as a form`, async () => {
    const ask = async (type: string, body: string) => {
      const answer = await stack.request(route.method, route.path, body, { 'Content-Type': type });
      return [answer.status, answer.body.error, answer.body.error_description];
    };
    const none = await ask('application/json', '{}');
    const read = await ask('application/json', '{"client_id":"x"}');
    assert.not.equal(read, none);
    for (const type of SOME_TYPES) {
      assert.equal(await ask(type, 'client_id=x'), read, type);
      assert.equal(await ask(type, '{"client_id":"x"}'), none, type);
    }
    const faulty = await ask('application/json', '{"a":');
    assert.equal([faulty[0], faulty[1]], [400, 'invalid_request']);
  });
}

test('parses a body without a Content-Type as JSON', async () => {
  for (const route of ALL.filter(({ body }) => Object.keys(body ?? {}).length > 0)) {
    const [member] = Object.keys(route.body ?? {});
    const body = Buffer.from(`{"${member}":[7]}`);
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(stack.url + fillPath(route), { method: route.method, headers, body });
      return [response.status, await response.text(), response.headers.get('x-sb-error-code')];
    };
    const typed = await ask({ ...tokenFor(route), 'Content-Type': 'application/json' });
    assert.equal(await ask(tokenFor(route)), typed, routeName(route));
    // OAuth errors carry Postern's error code only in the response header.
    assert.match(`${typed[1]} ${typed[2]}`, 'bad_json');
  }
});

test('refuses a multipart body on every route: nothing parses one', async () => {
  const routes = ALL.filter((row) => FORMS.has(routeName(row)) || Object.keys(row.body ?? {}).length > 0);
  assert.ok(routes.length > 40);
  for (const route of routes) {
    const members = FORMS.has(routeName(route)) ? ['client_id', 'grant_type', 'token'] : Object.keys(route.body ?? {});
    const parts = members.map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`);
    const headers = { ...tokenFor(route), 'Content-Type': 'multipart/form-data; boundary=x' };
    const { status, text } = await stack.request(route.method, fillPath(route), `${parts.join('')}--x--\r\n`, headers);
    assert.ok(status >= 400 && status < 500, `${routeName(route)}: ${status} ${text}`);
  }
});

test.run();
