// runner: alone (telemetry sets OTEL_ variables in process.env)

// No log line, span or metric contains the secrets that clients send. The test plants a token, a code and an address in
// each path and query parameter, in headers, in bodies, and in unknown paths.
import { request as open } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Route } from '../../gateway/routes/row.ts';
import { ROUTES } from '../../gateway/routes/table.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { SITE_URL, startStack } from '../support/processes/stack.ts';
import { startCollector } from '../support/providers/collector.ts';
import { FEATURES, fillPath, tokenFor } from './routes.ts';

const PLANTED = {
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.cGxhbnRlZHNpZw',
  // Same format as supabase/auth's refresh tokens.
  short: 'v4nhb2pqk5d7',
  link: 'a7'.repeat(28),
  code: '839201',
  phone: '15550107788',
  address: 'planted.person@secret.example',
};
const ALL = Object.values(PLANTED);
const SOME = [PLANTED.token, PLANTED.code, PLANTED.address];
/** Planted texts and parts of them, because no part of a secret may be logged either. */
const PARTS = [...ALL, 'eyJhbGci', 'planted.person', 'secret.example', 'planted', encodeURIComponent(PLANTED.address)];

const collector = await startCollector({ protocol: 'http/protobuf' });
process.env.OTEL_BSP_SCHEDULE_DELAY = '50';
const stack = await startStack({
  worker: false,
  env: {
    ...FEATURES,
    SVC_REQUEST_ID_HEADER: 'X-Request-Id',
    SVC_SECURITY_SB_FORWARDED_FOR_ENABLED: 'true',
    SVC_TRACING_ENABLED: 'true',
    SVC_METRICS_ENABLED: 'true',
    SVC_METRICS_EXPORTER: 'opentelemetry',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  },
});
test.after(async () => {
  await stack.close();
  await collector.close();
});

const bodyOf = (route: Route, value: string): Record<string, unknown> | undefined =>
  route.method === 'GET' ? undefined : Object.fromEntries(Object.keys(route.body ?? {}).map((name) => [name, value]));

/**
 * Finds a planted text in a line. A number must stand alone, because it may occur by chance within a longer number,
 * such as the nanoseconds of a span, or in an identifier.
 */
const HOLDS = PARTS.map((part) => ({
  part,
  holds: /^\d+$/.test(part)
    ? new RegExp(`(?:(?<![\\w.])|(?<=%[\\dA-F]{2}))${part}(?!\\w|\\.\\d)`)
    : { test: (line: string) => line.includes(part) },
}));

/** Returns the lines that contain a planted text, shortened, with the match. */
function plantedTexts(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) =>
      HOLDS.filter(({ holds }) => holds.test(line)).map(({ part }) => `${part}: ${line.slice(0, 400)}`),
    );
}

test('finds a number only if no other digit or letter is next to it', () => {
  const { code, phone } = PLANTED;
  for (const line of [code, `"token":"${code}"`, `/verify/${code}/x`, `?code=${code}&b`, `%3D${code}`, `${code}.`])
    assert.is(plantedTexts(line).length, 1, line);
  assert.is(plantedTexts(`{"phone":"+${phone}"}`).length, 1);
  assert.equal(plantedTexts(`1763909${code}123 0.${code} 1a${code}-4b`), []);
});

let read = 0;
/**
 * Asserts that the log lines since the last call contain no planted text, and that there are at least `least` lines.
 */
function assertNoPlantedText(least: number): void {
  const lines = stack.log().slice(read);
  read += lines.length;
  assert.ok(lines.split('\n').length > least, 'requests are logged');
  assert.equal(plantedTexts(lines), []);
}

test('a secret is not logged: in each parameter of a path, with the token that it takes and without', async () => {
  const routes = (ROUTES as readonly Route[]).filter(({ path }) => path.includes('{'));
  assert.ok(routes.length > 15);
  for (const route of routes)
    for (const value of ALL)
      for (const headers of value === PLANTED.token ? [tokenFor(route), {}] : [tokenFor(route)]) {
        const path = fillPath(route, encodeURIComponent(value));
        await stack.request(route.method, path, route.method === 'GET' ? undefined : {}, headers);
      }
  assertNoPlantedText(routes.length * ALL.length);
});

test('a secret is not logged: in each parameter of a query, in each member of a body, and in a body that is no JSON', async () => {
  for (const route of ROUTES as readonly Route[])
    for (const value of SOME) {
      const query = new URLSearchParams(
        Object.fromEntries(Object.keys(route.query ?? {}).map((name) => [name, value])),
      );
      if (route.grant_type && route.grant_type !== '*') query.set('grant_type', route.grant_type);
      else query.set('grant_type', value);
      const path = `${route.path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000001')}?${query}`;
      await stack.request(route.method, path, bodyOf(route, value), tokenFor(route));
    }
  const headers = { 'content-type': 'application/json' };
  for (const value of SOME)
    for (const body of [`{"password": ${value}}`, `{"email": "${value}" "x"}`, value])
      await fetch(`${stack.url}/signup`, { method: 'POST', headers, body });
  assertNoPlantedText(ROUTES.length * SOME.length);
});

test('a secret is not logged: in each header that is read', async () => {
  const names = [
    'x-request-id, x-forwarded-for, sb-forwarded-for, authorization, apikey, cookie, user-agent, origin, referer, redirect_to',
    'accept-language, x-jwt-aud, x-supabase-api-version, content-type, traceparent, sb-session-tag, x-client-info, host',
  ].flatMap((some) => some.split(', '));
  for (const value of SOME)
    for (const name of names)
      for (const [method, path, body] of [
        ['POST', '/recover', '{"email":"nobody@example.org"}'],
        ['GET', '/user', ''],
      ] as const) {
        // The operator has configured this header as the request id, which may be numeric.
        if (name === 'x-request-id' && value === PLANTED.code) continue;
        const targets = name === 'redirect_to' || name === 'referer' ? [value, `${SITE_URL}/${value}`] : [value];
        // Uses node:http, because fetch() sets some of these headers itself.
        for (const target of targets)
          await new Promise<void>((resolve, reject) => {
            const headers = { 'content-type': 'application/json', ...SERVICE, [name]: target };
            const asking = open(`${stack.url}${path}`, { method, headers }, (answer) => {
              answer.resume().on('end', resolve);
            });
            asking.on('error', reject).end(body);
          });
      }
  assertNoPlantedText(names.length * SOME.length);
});

test('a secret is not logged: in unknown paths, and with methods that a path does not support', async () => {
  for (const value of ALL) {
    await stack.get(`/${value}`);
    await stack.get(`/auth/v1/callback/${encodeURIComponent(value)}/x`);
    await stack.request('PUT', `/factors/${value}`, {});
    await stack.request('DELETE', `/admin/users/${value}/${value}`, undefined, SERVICE);
  }
  assertNoPlantedText(ALL.length * 3);
  await stack.get('/wp-login.php');
  await stack.get('/api/v2/settings');
  const logged = stack.log().slice(-2_000);
  assert.match(logged, '"path":"/wp-login.php"');
  assert.match(logged, '"path":"/api/v2/settings"', 'what operators look for stays readable');
});

test('spans and metrics contain no secret', async () => {
  await stack.get('/settings');
  await collector.span(({ name }) => name === 'GET /settings', 'the last request');
  assert.ok(collector.spans.length > 500);
  // Waits until the metrics include the last request. Their series name the route, not the path.
  await collector.point('http.server.request.duration', (found) => found['http.route'] === '/settings');
  assert.ok(new Set(collector.points.map(({ attributes }) => attributes['http.route'])).size > 60);
  assert.equal(plantedTexts(collector.text()), []);
});

test.run();
