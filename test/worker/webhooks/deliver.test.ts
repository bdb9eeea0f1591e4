// runner: when=sql,worker,core

// Events of users are delivered over HTTP: signed, in order per user, and retried after errors, by any number of
// workers.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startWorker, type WorkerSettings } from '../../../worker/main.ts';
import { createDatabase } from '../../support/database/db.ts';
import { createMemoryLog, workerSettings } from '../../support/processes/worker.ts';
import { startThirdParty, type ThirdParty } from '../../support/providers/third_party.ts';
import { addWebhook, insertUser, isSigned, queueEvent, verifyEvent } from '../../support/providers/webhooks.ts';

const db = await createDatabase({ template: 'migrated' });
const servers: ThirdParty[] = [];
test.after(async () => {
  for (const server of servers) await server.close();
  await db.drop();
});

/** Adds a webhook on a server of its own. Earlier webhooks are deleted before each test. */
async function addOnlyWebhook(o: Parameters<typeof addWebhook>[2] = {}) {
  const server = await startThirdParty();
  servers.push(server);
  const { id, secret } = await addWebhook(db, `${server.url}/events`, o);
  return { server, id, secret, types: () => server.requests.map((one) => verifyEvent(one, secret).type) };
}
test.before.each(async () => {
  await db.sql`delete from auth.webhooks`;
});

const QUICK = { webhook_retry_pause: 0.02, webhook_timeout: 1 };
async function withWorkers(count: number, more: Partial<WorkerSettings>, work: (log: () => string) => Promise<void>) {
  const { log, text } = createMemoryLog();
  const settings = workerSettings(db, 0, { ...QUICK, ...more });
  const start = () => startWorker({ settings, log, webhook_polling_seconds: 0.5 });
  const workers = await Promise.all(Array.from({ length: count }, start));
  try {
    await work(text);
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
}

/** Returns the number of events in each state, after all deliveries have ended. */
async function settledStates(): Promise<Record<string, number>> {
  for (let looks = 0; looks < 3_000; looks += 1) {
    const rows = await db.sql<{ state: string; count: number }[]>`
      select state, count(*)::int as count from auth.webhook_events group by state`;
    if (rows.every(({ state }) => state !== 'queued' && state !== 'sending'))
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    await sleep(20);
  }
  throw new Error('events are still on their way');
}

const event = async () => (await db.sql`select * from auth.webhook_events`)[0];

test('an event is a signed POST that an independent library verifies; after delivery no data of the user is kept', async () => {
  const { server, secret } = await addOnlyWebhook();
  const user = await insertUser(db);
  await queueEvent(db, user, 'user.created');
  const before = await event();
  await withWorkers(1, {}, async (log) => {
    assert.equal(await settledStates(), { delivered: 1 });
    assert.not.match(log(), /example\.org/, 'the log names no user');
  });
  const request = server.last();
  const { id, type, timestamp, data } = verifyEvent(request, secret);
  assert.equal(
    [request.method, request.path, request.headers['content-type']],
    ['POST', '/events', 'application/json'],
  );
  assert.equal([id, type, data.id, data.email], [before?.id, 'user.created', user, `${user}@example.org`]);
  assert.is(Date.parse(timestamp), before?.created_at.getTime());
  assert.match(String(data.created_at), /Z$/, 'instants as the API writes them');
  assert.is((await event())?.data, null);
  assert.not(isSigned(request, `whsec_${Buffer.alloc(32).toString('base64')}`), 'by any other secret it is not');
});

test('F-65: once the events of a deleted user have been delivered, no job names the user', async () => {
  const { types } = await addOnlyWebhook();
  const user = await insertUser(db);
  await queueEvent(db, user, 'user.updated');
  const claims = JSON.stringify({ role: 'service_role' });
  await db.sql`select auth_api.delete_user(claims => ${claims}::text::jsonb, user_id => ${user}, should_soft_delete => false,
    settings => '{}', client => '{}')`;
  const jobs = async () => (await db.sql`select from auth_queue.job where data ->> 'user_id' = ${user}`).length;
  assert.is(await jobs(), 2, 'the events are still to be delivered');
  await withWorkers(1, { message_lease: 1 }, async () => {
    assert.equal(await settledStates(), { delivered: 2 });
    // The events are marked first. A job is deleted a moment later, or at the end of the lease that it has waited for.
    for (let looks = 0; looks < 500 && (await jobs()) > 0; looks += 1) await sleep(10);
  });
  assert.is(await jobs(), 0);
  assert.equal(types(), ['user.updated', 'user.deleted']);
});

test('signs with both secrets during a rotation', async () => {
  const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
  const { server } = await addOnlyWebhook({ secrets });
  await queueEvent(db, await insertUser(db));
  await withWorkers(1, {}, async () => void (await settledStates()));
  for (const secret of secrets) verifyEvent(server.last(), secret);
});

test('a user whose event fails waits with the later ones, no other user; the id stays, the signature is new', async () => {
  const { server, secret, types } = await addOnlyWebhook();
  const [ada, bob] = [await insertUser(db), await insertUser(db)];
  let failures = 3;
  server.behaviour = ({ body }) => {
    if (!body.includes(ada) || failures === 0) return {};
    failures -= 1;
    return { status: 500 };
  };
  for (const kind of ['user.created', 'user.signed_in', 'user.updated']) await queueEvent(db, ada, kind);
  await queueEvent(db, bob, 'user.created');
  await withWorkers(1, { webhook_retry_pause: 0.1 }, async () => {
    assert.equal(await settledStates(), { delivered: 4 });
  });
  const all = server.requests.map((request) => verifyEvent(request, secret));
  const of = (user: string) => all.filter(({ data }) => data.id === user);
  assert.equal(
    of(ada).map(({ type }) => type),
    ['user.created', 'user.created', 'user.created', 'user.created', 'user.signed_in', 'user.updated'],
  );
  assert.is(
    new Set(
      of(ada)
        .slice(0, 4)
        .map(({ id }) => id),
    ).size,
    1,
  );
  assert.is(
    new Set(
      server.requests
        .slice(0, 4)
        .filter(({ body }) => body.includes(ada))
        .map(({ body }) => body),
    ).size,
    1,
  );
  const place = all.findIndex(({ data }) => data.id === bob);
  assert.ok(place < 4, `somebody else did not wait: ${types().join(' ')}`);
});

test('discarded after its last try, with the reason, and the next one is delivered; 410 ends it at once', async () => {
  const { server, id } = await addOnlyWebhook();
  const user = await insertUser(db);
  server.behaviour = ({ body }) => ({ status: body.includes('user.created') ? 500 : 200, body: { note: user } });
  for (const kind of ['user.created', 'user.updated']) await queueEvent(db, user, kind);
  await withWorkers(1, { webhook_max_tries: 3 }, async () => {
    assert.equal(await settledStates(), { failed: 1, delivered: 1 });
    const [failed] = await db.sql`select * from auth.webhook_events where state = 'failed'`;
    assert.equal([failed?.tries, failed?.last_error], [3, 'answered 500']);
    server.behaviour = () => ({ status: 410 });
    await queueEvent(db, user, 'user.banned');
    assert.equal(await settledStates(), { failed: 2, delivered: 1 });
  });
  assert.is(server.requests.length, 5);
  const [gone] = await db.sql`select * from auth.webhook_events where kind = 'user.banned' and webhook_id = ${id}`;
  assert.equal([gone?.tries, gone?.last_error], [1, 'answered 410']);
});

test('does not follow a redirect, does not read an endless answer, reports a refused connection', async () => {
  const { server, secret } = await addOnlyWebhook();
  const other = await addOnlyWebhook();
  const user = await insertUser(db);
  await db.sql`delete from auth.webhooks where id = ${other.id}`;
  server.behaviour = () => ({ status: 302, headers: { location: `${other.server.url}/stolen` } });
  await queueEvent(db, user);
  await withWorkers(1, { webhook_max_tries: 1 }, async () => {
    assert.equal(await settledStates(), { failed: 1 });
    assert.match((await event())?.last_error, /^answered 302; redirects are not followed$/);
    assert.is(other.server.requests.length, 0);
    server.behaviour = () => ({ body: 'x'.repeat(8 * 2 ** 20) });
    await queueEvent(db, user, 'user.signed_in');
    assert.equal(await settledStates(), { failed: 1, delivered: 1 });
    verifyEvent(server.last(), secret);
    await db.sql`update auth.webhooks set url = 'http://127.0.0.1:1/'`;
    await queueEvent(db, user, 'user.banned');
    assert.equal(await settledStates(), { failed: 2, delivered: 1 });
  });
  const [refused] = await db.sql`select last_error from auth.webhook_events where kind = 'user.banned'`;
  // fetch() refuses port 1 with an error that has no code.
  assert.is(refused?.last_error, 'could not be reached: bad port');
});

test('gives up a server that hangs at the deadline, and delays no other server', async () => {
  const hanging = await addOnlyWebhook();
  const well = await addOnlyWebhook();
  hanging.server.behaviour = () => 'hang';
  const users = await Promise.all(Array.from({ length: 12 }, () => insertUser(db)));
  for (const user of users) await queueEvent(db, user);
  await withWorkers(1, { webhook_timeout: 0.3, webhook_retry_pause: 3600, webhook_max_tries: 2 }, async () => {
    for (let looks = 0; well.server.requests.length < users.length && looks < 1_500; looks += 1) await sleep(20);
    assert.is(well.server.requests.length, users.length);
    for (let looks = 0; looks < 1_500; looks += 1) {
      const rows = await db.sql`select from auth.webhook_events where last_error is not null`;
      if (rows.length > 0) break;
      await sleep(20);
    }
  });
  const [waiting] = await db.sql`select * from auth.webhook_events where last_error is not null`;
  assert.equal(
    [waiting?.state, waiting?.webhook_id, waiting?.last_error],
    ['queued', hanging.id, 'no answer within 0.3 s'],
  );
  assert.ok(
    hanging.server.requests.length < users.length,
    'it was not asked for every user before the others had their turn',
  );
});

test('F-60: servers that hang and servers that answer late delay no other server', async () => {
  const healthy = await addOnlyWebhook();
  const others = await Promise.all(Array.from({ length: 8 }, () => addOnlyWebhook()));
  for (const [n, { server }] of others.entries()) {
    server.behaviour = async () => {
      if (n % 2 === 0) return 'hang';
      await sleep(1_500, undefined, { ref: false });
      return n % 4 === 1 ? {} : { status: 500 };
    };
  }
  const users = await Promise.all(Array.from({ length: 60 }, () => insertUser(db)));
  await withWorkers(1, { webhook_timeout: 5 }, async () => {
    for (const user of users) await queueEvent(db, user);
    const asked = () => others.map(({ server }) => server.requests.length);
    for (let looks = 0; healthy.server.requests.length < users.length && looks < 3_000; looks += 1) await sleep(20);
    assert.is(healthy.server.requests.length, users.length);
    // The slow servers have not received all of their events yet.
    assert.ok(Math.max(...asked()) < users.length, asked().join(' '));
  });
});

test('two workers: every event once, in order for each user', async () => {
  const { server, secret } = await addOnlyWebhook();
  const users = await Promise.all(Array.from({ length: 10 }, () => insertUser(db)));
  const kinds = ['user.created', 'user.signed_in', 'user.banned', 'user.unbanned', 'user.updated'];
  for (const kind of kinds) await Promise.all(users.map((user) => queueEvent(db, user, kind)));
  await withWorkers(2, {}, async () => {
    assert.equal(await settledStates(), { delivered: 50 });
  });
  const all = server.requests.map((request) => verifyEvent(request, secret));
  assert.is(new Set(all.map(({ id }) => id)).size, all.length, 'none twice');
  for (const user of users)
    assert.equal(
      all.filter(({ data }) => data.id === user).map(({ type }) => type),
      kinds,
    );
});

test('delivers a thousand events with one worker', async () => {
  const { server } = await addOnlyWebhook();
  await db.sql`delete from auth.users`;
  await db.sql`insert into auth.users (id, aud, role, created_at, updated_at)
    select gen_random_uuid(), 'authenticated', 'authenticated', now(), now() from generate_series(1, 200)`;
  for (const kind of ['user.created', 'user.signed_in', 'user.updated', 'user.banned', 'user.unbanned'])
    await db.sql`select auth_lib.notify_webhooks(${kind}, auth_lib.user_json(u)) from auth.users as u`;
  await withWorkers(1, {}, async () => {
    assert.equal(await settledStates(), { delivered: 1000 });
  });
  assert.is(server.requests.length, 1000);
});

test('a secret whose key has left the ring: sends nothing unsigned', async () => {
  const { server } = await addOnlyWebhook({ pepper: `9:${Buffer.alloc(32, 9).toString('base64')}` });
  await queueEvent(db, await insertUser(db));
  await withWorkers(1, { webhook_max_tries: 1 }, async () => {
    assert.equal(await settledStates(), { failed: 1 });
  });
  assert.match((await event())?.last_error, /has left SVC_SECURITY_PEPPER/);
  assert.is(server.requests.length, 0);
});

test.run();
