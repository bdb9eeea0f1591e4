// One promise per call: every failure rejects it and nothing else, and it provides the response.
import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { artifactsArtifactExists } from '../generated/funcs/artifactsArtifactExists.ts';
import { webhooksGetWebhooks } from '../generated/funcs/webhooksGetWebhooks.ts';
import { HTTPClient, Platform, PlatformNotFoundError, type Result, UnexpectedClientError } from '../index.ts';
import { json, Loopback } from './support/server.ts';

const server = await Loopback.start();
const platform = new Platform({ serverURL: server.url, bearerToken: 'secret' });
test.after(() => server.stop());

// Each of these ended the process in the reference client even if the caller caught the error.
const failures: Record<string, string> = {
  'invalid JSON': `platform(() => new Response('{', json)).webhooks.getWebhooks()`,
  'empty JSON': `platform(() => new Response('', json)).webhooks.getWebhooks()`,
  'HEAD with a JSON type': `platform(() => new Response(null, { status: 404, ...json })).artifacts.artifactExists({ hash: 'h' })`,
  'a token function that throws': `new Platform({ bearerToken: () => { throw new Error('no') } }).webhooks.getWebhooks()`,
  'a header that cannot be sent': `platform(() => new Response('[]', json)).webhooks.getWebhooks({}, { headers: { a: '\\u20ac' } })`,
  'a missing path parameter': `new Platform().teams.getTeamMembers({})`,
  'a hook that throws': `new Platform({ httpClient: new HTTPClient().addHook('beforeRequest', () => { throw new Error('no') }) }).webhooks.getWebhooks()`,
  'a validation error': `platform(() => new Response('7', json)).webhooks.getWebhook({ id: 'x' })`,
  'an abort': `platform(() => new Promise(() => {})).webhooks.getWebhooks({}, { signal: AbortSignal.timeout(5) })`,
};

/** Output and exit of one process that met all of them, one after the other. */
const ran = (() => {
  const index = new URL('../index.ts', import.meta.url).href;
  const meet = ([name, code]: [string, string]) => `
      try { await ${code}; } catch { caught('${name}') }
      try { await ${code}.withResponse(); } catch { caught('${name}') }
      await new Promise((done) => setTimeout(done, 20));
      said('${name}');`;
  const script = `
      import { Platform, HTTPClient } from ${JSON.stringify(index)};
      const json = { headers: { 'content-type': 'application/json' } };
      const platform = (fetcher) => new Platform({ httpClient: new HTTPClient({ fetcher: async () => fetcher() }) });
      const keep = setTimeout(() => {}, 60_000);
      const counts = {};
      const caught = (name) => { counts[name] = (counts[name] ?? 0) + 1 };
      const said = (name) => console.log(name + ': caught ' + counts[name]);
      ${Object.entries(failures).map(meet).join('\n')}
      clearTimeout(keep);`;
  const flags = ['--unhandled-rejections=strict', '--input-type=module', '-e', script];
  return spawnSync(process.execPath, flags, { encoding: 'utf8' });
})();

for (const name of Object.keys(failures)) {
  test(`${name}: rejects once, and the process keeps running`, () => {
    assert.ok(ran.stdout.split('\n').includes(`${name}: caught 2`), ran.stdout + ran.stderr);
    assert.is(ran.status, 0, ran.stderr);
  });
}

test('an unhandled error is not swallowed', () => {
  const index = new URL('../index.ts', import.meta.url).href;
  const script = `import { Platform } from ${JSON.stringify(index)}; new Platform().teams.getTeamMembers({});`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.is(status, 1);
  assert.match(stderr, /InvalidRequestError/);
});

test('withResponse returns value, response and request id', async () => {
  server.reply = { ...json([]), headers: { 'content-type': 'application/json', 'x-vercel-id': 'fra1::1' } };
  const { data, response, requestId } = await platform.webhooks.getWebhooks().withResponse();
  assert.equal(data, []);
  assert.is(response.status, 200);
  assert.is(response.headers.get('x-vercel-id'), 'fra1::1');
  assert.is(requestId, 'fra1::1');
});

test('withResponse and the call itself can both be awaited, with one request', async () => {
  server.reply = json([]);
  server.seen.length = 0;
  const call = platform.webhooks.getWebhooks();
  const [value, full] = await Promise.all([call, call.withResponse()]);
  assert.equal([value, full.data, server.seen.length], [[], [], 1]);
});

test('functions never reject; $inspect returns request and response', async () => {
  server.reply = { status: 404 };
  const call = artifactsArtifactExists(platform, { hash: 'h' });
  const [result, inspection] = await call.$inspect();
  assert.is(result.ok, false);
  if (!result.ok) assert.instance(result.error, PlatformNotFoundError);
  assert.is(inspection.status, 'complete');
  assert.is(inspection.request?.method, 'HEAD');
  assert.is(inspection.response?.status, 404);
  assert.is(await call, result);

  const [, invalid] = await artifactsArtifactExists(platform, { hash: '' }).$inspect();
  assert.equal(invalid, { status: 'invalid' });

  const dead = new Platform({ serverURL: 'http://127.0.0.1:1' });
  const [, lost] = await webhooksGetWebhooks(dead).$inspect();
  assert.is(lost.status, 'request-error');
  assert.is(lost.response, undefined);
  assert.ok(lost.request);
});

test('any exception of a fetcher or hook becomes an UnexpectedClientError', async () => {
  for (const thrown of [new Error('odd'), 'text', undefined, null, 7, { name: 'Error' }]) {
    const httpClient = new HTTPClient({ fetcher: () => Promise.reject(thrown) });
    const result: Result<unknown> = await webhooksGetWebhooks(new Platform({ httpClient }));
    assert.is(result.ok, false);
    if (!result.ok) assert.instance(result.error, UnexpectedClientError);
  }
});

test.run();
