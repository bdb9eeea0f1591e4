// postern webhook: adds, tests, changes, rotates and removes webhooks; lists, retries and discards events. A secret is
// shown once.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { runInside } from '../support/processes/inside.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { insertUser, isSigned, queueEvent, verifyEvent } from '../support/providers/webhooks.ts';
import { environmentFor, runJson } from './admin.ts';

const db = await createDatabase();
const server = await startThirdParty();
test.after(async () => {
  await server.close();
  await db.drop();
});
const env = environmentFor(db);
const run = async (args: string[], code = 0) => {
  const ended = await runInside(['webhook', ...args], { env });
  assert.is(ended.code, code, ended.stderr);
  return ended;
};
let id = '';
let secret = '';

test('add prints the secret, test is signed with it, a rotation with both, then with the new one', async () => {
  const added = await runJson(['webhook', 'add', `${server.url}/hook?key=1`], env);
  id = String(added.id);
  secret = String(added.secret);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.match((await run(['test', id])).stdout, /accepted the event/);
  assert.equal(
    [verifyEvent(server.last(), secret).type, verifyEvent(server.last(), secret).data],
    ['webhook.test', {}],
  );
  const renewed = String((await runJson(['webhook', 'rotate', id], env)).secret);
  await run(['test', id]);
  assert.ok(isSigned(server.last(), secret) && isSigned(server.last(), renewed));
  await run(['rotate', id, '--finish']);
  await run(['test', id]);
  assert.ok(!isSigned(server.last(), secret) && isSigned(server.last(), renewed));
  server.behaviour = () => ({ status: 500 });
  assert.match((await run(['test', id], 1)).stdout, /did not accept the event: answered 500/);
  const [row] = await db.sql`select secrets from auth.webhooks`;
  for (const one of [secret, renewed]) assert.not(JSON.stringify(row).includes(one), 'sealed');
});

test('servers shows no secret and no query; change needs something to change and a safe address', async () => {
  const { stdout } = await run(['servers']);
  assert.match(stdout, /hook\?\*\*\*/);
  assert.not.match(stdout, /whsec|key=1/);
  await run(['change', id, '--kind', 'user.updated']);
  const { webhooks } = (await runJson(['webhook', 'servers'], env)) as {
    webhooks: { kinds: string[]; secrets: number }[];
  };
  assert.equal([webhooks[0]?.kinds, webhooks[0]?.secrets], [['user.updated'], 1]);
  await run(['change', id], 2);
  for (const url of ['http://example.com/', 'ftp://example.com/', 'https://user:pass@example.com/'])
    assert.match((await run(['add', url], 2)).stderr, /https URL|not contain a login/);
  assert.match((await run(['test', db.name], 1)).stderr, /^Webhook not found/);
});

test('list, drop and retry; remove deletes the waiting events too', async () => {
  const user = await insertUser(db);
  await queueEvent(db, user);
  const { events } = (await runJson(['webhook', 'list', '--user', user], env)) as { events: { id: string }[] };
  const [event] = events;
  assert.ok(event);
  assert.match(
    (await run(['list', '--state', 'queued'])).stdout,
    new RegExp(`${event.id} +queued +user.updated +${user}`),
  );
  assert.match((await run(['drop', event.id, '--yes'])).stdout, /is discarded/);
  assert.match((await run(['retry', event.id])).stdout, /is queued again/);
  assert.match((await run(['drop', event.id], 1)).stderr, /add --yes/);
  await run(['remove', id, '--yes']);
  assert.equal([...(await db.sql`select from auth.webhook_events`)].length, 0);
});

test.run();
