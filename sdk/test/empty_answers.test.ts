// Successful answers without the described body: an error, or undefined without validation.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { webhooksGetWebhooks } from '../generated/funcs/webhooksGetWebhooks.ts';
import { Platform, PlatformCore, PlatformError, type ResponseValidation, ResponseValidationError } from '../index.ts';
import { json, Loopback, type Reply } from './support/server.ts';

const server = await Loopback.start();
test.after(() => server.stop());

const said: string[] = [];
const debugLogger = {
  group: () => undefined,
  groupEnd: () => undefined,
  log: (line: unknown) => said.push(String(line)),
};
const options = (responseValidation: ResponseValidation) => ({
  serverURL: server.url,
  responseValidation,
  debugLogger,
});
const empty: Record<string, Reply> = {
  'a 200 of type JSON': { status: 200, headers: { 'content-type': 'application/json' } },
  'a 200 without a type': { status: 200 },
  'a 200 of another type': { status: 200, headers: { 'content-type': 'text/plain' } },
  'a 200 with a line end': { status: 200, headers: { 'content-type': 'application/json' }, body: '\r\n' },
  'an undeclared 204': { status: 204 },
  'an undeclared 202': { status: 202, headers: { 'content-type': 'application/json' } },
};

for (const [kind, reply] of Object.entries(empty)) {
  test(`off: ${kind} returns undefined, by client and by call`, async () => {
    server.reply = reply;
    assert.is(await new Platform(options('off')).webhooks.getWebhooks(), undefined);
    const strict = new Platform(options('strict'));
    assert.is(await strict.webhooks.getWebhooks({}, { responseValidation: 'off' }), undefined);
    const result = await webhooksGetWebhooks(new PlatformCore(options('off')));
    assert.equal(result, { ok: true, value: undefined as never });
  });

  for (const mode of ['strict', 'lenient'] as const) {
    test(`${mode}: ${kind} is an error`, async () => {
      server.reply = reply;
      const result = await webhooksGetWebhooks(new PlatformCore(options(mode)));
      assert.is(result.ok, false);
      const { error } = result as { error: PlatformError };
      const expected = kind === 'a 200 of another type' ? PlatformError : ResponseValidationError;
      assert.is(error.constructor, expected);
      assert.is(error.statusCode, reply.status);
    });
  }
}

test('off reports nothing, and does not turn an error or a broken body into a value', async () => {
  const platform = new Platform(options('off'));
  server.reply = { status: 204 };
  said.length = 0;
  await platform.webhooks.getWebhooks();
  assert.not.ok(said.some((line) => line.includes('differs')));
  for (const [reply, kind] of [
    [{ status: 200, headers: { 'content-type': 'application/json' }, body: '{' }, ResponseValidationError],
    [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, PlatformError],
    [{ status: 500 }, PlatformError],
  ] as const) {
    server.reply = reply;
    const error = await platform.webhooks.getWebhooks().catch((reason: unknown) => reason as Error);
    assert.is((error as Error).constructor, kind);
  }
});

test('off: returns an iterable on request, for any answer', async () => {
  const platform = new Platform(options('off'));
  const events = async () => {
    const list: unknown[] = [];
    const call = { stream: true } as const;
    for await (const event of await platform.deployments.getDeploymentEvents({ idOrUrl: 'd' }, call)) list.push(event);
    return list;
  };
  for (const reply of Object.values(empty)) {
    server.reply = reply;
    assert.equal(await events(), []);
  }
  server.reply = json(null);
  assert.equal(await events(), []);
  server.reply = json({ type: 'one', created: 1 });
  assert.equal(await events(), [{ type: 'one', created: 1 }], 'what is no list is not dropped');
});

test.run();
