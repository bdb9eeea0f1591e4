// Key rotation with live sessions, queued mails and two gateways on one database: the pepper ring in its two steps
// (append everywhere, then move to the front), JWT_SECRET with a ring set, and the derived key `0:jwt`.
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { createLog } from '../../core/log.ts';
import { startWorker } from '../../worker/main.ts';
import { deliver, type TokenRow } from '../support/database/surface.ts';
import {
  bearer,
  fragment,
  JWT_SECRET,
  type Node,
  newEmail,
  type Stack,
  startStack,
} from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const key = (id: number): string => `${id}:${randomBytes(32).toString('base64')}`;
const OLD = key(7);
const NEW = key(8);
const quiet = createLog({ level: 'fatal', stream: { write: () => undefined } });

let stack: Stack;
test.before(async () => {
  stack = await startStack({ worker: false, env: { SVC_SECURITY_PEPPER: OLD } });
});
test.after(() => stack.close());

const withRing = (...keys: string[]): Promise<Node> => stack.another({ SVC_SECURITY_PEPPER: keys.join(',') });

/** Sends the queued mails with a worker that has the node's settings, and returns the newest to an address. */
async function send(node: Node, to: string): Promise<Mail> {
  const worker = await startWorker({ settings: node.settings, log: quiet });
  try {
    return await stack.mail(to);
  } finally {
    await worker.close();
  }
}

interface Mail {
  path: string;
  token: string;
  code: string;
}

/** Composes the mail to an address without sending it. */
async function read(to: string): Promise<Mail> {
  const [row] = (await deliver(stack.db.sql, to)) as [TokenRow];
  const ring = createKeyRing({ security_pepper: `${OLD},${NEW},0:jwt`, jwt_secret: JWT_SECRET });
  const token = ring.sealLinkWith(row.id, row.key_id);
  const code = ring.code({ ...row, token_id: row.id, generation: Number(row.generation) });
  return { path: `/verify?type=signup&token=${token}`, token, code };
}

async function ask(node: Node): Promise<string> {
  const email = newEmail();
  const answer = await node.post('/signup', { email, password: PASSWORD });
  assert.is(answer.status, 200, answer.text);
  return email;
}

async function session(node: Node): Promise<{ refresh_token: string; access_token: string; email: string }> {
  const email = await ask(node);
  const values = fragment(await node.get((await read(email)).path));
  return { email, refresh_token: values.get('refresh_token') ?? '', access_token: values.get('access_token') ?? '' };
}

const refresh = (node: Node, refresh_token: string) => node.post('/token?grant_type=refresh_token', { refresh_token });
const keyIdOf = (refresh_token: string): number => Buffer.from(refresh_token, 'base64url').readUInt8(1);

async function refreshed(node: Node, token: string): Promise<string> {
  const answer = await refresh(node, token);
  assert.is(answer.status, 200, answer.text);
  return String(answer.body.refresh_token);
}

test('two-step rotation of the ring: values sealed with the old key work until the key is removed', async () => {
  const users = await Promise.all([session(stack), session(stack)]);
  let [first, second] = users.map((user) => user.refresh_token) as [string, string];
  const kept = await session(stack); // refreshed only after the old key is removed
  const linked = await ask(stack);
  const linkMail = await read(linked);
  const coded = await ask(stack);
  const codeMail = await read(coded);
  const late = await ask(stack);
  const lateMail = await read(late);
  const unsent = await ask(stack); // requested with the old key, sent after the rotation

  // Step one, on one gateway after the other: each unseals with both keys and still seals with the old one.
  const appended = await withRing(OLD, NEW);
  first = await refreshed(appended, first);
  first = await refreshed(stack, first);
  assert.is(keyIdOf(await refreshed(appended, second)), 7);
  second = await refreshed(stack, second);

  // Step two: the new key is first on one gateway while the other is still at step one.
  const moved = await withRing(NEW, OLD);
  first = await refreshed(moved, first);
  assert.is(keyIdOf(first), 8);
  first = await refreshed(appended, first);
  assert.is(keyIdOf(first), 7);
  first = await refreshed(moved, first);
  second = await refreshed(moved, second);

  const half = await ask(moved);
  const halfMail = await read(half);
  assert.is((await appended.post('/verify', { type: 'email', email: half, token: halfMail.code })).status, 200);
  assert.ok(fragment(await moved.get(linkMail.path)).has('access_token'), 'a link of the old key');
  assert.is(
    (await moved.post('/verify', { type: 'email', email: coded, token: codeMail.code })).status,
    200,
    'its code',
  );
  const sent = await send(moved, unsent);
  assert.is(Buffer.from(sent.token, 'hex').readUInt8(16), 7, 'derived under the key it was asked for with');
  assert.ok(fragment(await appended.get(sent.path)).has('access_token'));

  // The old key is removed.
  const removed = await withRing(NEW);
  await refreshed(removed, first);
  await refreshed(removed, second);
  const gone = await refresh(removed, kept.refresh_token);
  assert.equal([gone.status, gone.body.error_code], [400, 'refresh_token_not_found']);
  const deadLink = await removed.get(lateMail.path);
  assert.is(fragment(deadLink).get('error_code'), 'otp_expired');
  const deadCode = await removed.post('/verify', { type: 'email', email: late, token: lateMail.code });
  assert.equal([deadCode.status, deadCode.body.error_code], [403, 'otp_expired']);
  assert.is(
    (await removed.get('/user', bearer(kept.access_token))).status,
    200,
    'access tokens have a key of their own',
  );
  const signedIn = await removed.post('/token?grant_type=password', { email: kept.email, password: PASSWORD });
  assert.is(signedIn.status, 200, signedIn.text);

  // The errors revoked nothing: a gateway that still has the key continues the session.
  await refreshed(moved, kept.refresh_token);
  assert.ok(fragment(await moved.get(lateMail.path)).has('access_token'));
});

test('does not send a mail whose key was removed from the ring, and sends the others', async () => {
  const lost = await ask(stack);
  const removed = await withRing(NEW);
  const other = await ask(removed);
  await send(removed, other);
  assert.is(stack.sink.mails.filter((mail) => mail.to.includes(lost)).length, 0);
  const [row] = await stack.db.sql<{ state: string; last_error: string }[]>`
    select state, last_error from auth.messages where to_address = ${lost}`;
  assert.is.not(row?.state, 'sent');
  // With the key restored, the mail is sent.
  await stack.db.sql`update auth_queue.job set start_after = now() where state <> 'completed'`;
  assert.ok(fragment(await stack.get((await send(stack, lost)).path)).has('access_token'));
});

test('changing JWT_SECRET with a ring set keeps sessions, links and codes, and issues new access tokens', async () => {
  const user = await session(stack);
  const email = await ask(stack);
  const mail = await read(email);
  const other = await stack.another({
    SVC_SECURITY_PEPPER: OLD,
    SVC_JWT_SECRET: 'another-secret-of-32-characters-or-more-98765',
  });
  const refused = await other.get('/user', bearer(user.access_token));
  assert.equal([refused.status, refused.body.error_code], [403, 'bad_jwt']);
  const answer = await refresh(other, user.refresh_token);
  assert.is(answer.status, 200, answer.text);
  assert.is((await other.get('/user', bearer(answer.body.access_token))).status, 200);
  assert.is(
    (await stack.get('/user', bearer(answer.body.access_token))).status,
    403,
    'the old secret knows nothing of it',
  );
  assert.ok(fragment(await other.get(mail.path)).has('access_token'));
  await refreshed(stack, String(answer.body.refresh_token));
});

test('without a pepper the key derives from JWT_SECRET; as 0:jwt behind a new one it unseals until it is removed', async () => {
  const derived = await stack.another({ SVC_SECURITY_PEPPER: '' });
  assert.match(derived.log(), /SVC_SECURITY_PEPPER is not set/);
  const user = await session(derived);
  assert.is(keyIdOf(user.refresh_token), 0);
  const email = await ask(derived);
  const mail = await read(email);

  const separated = await withRing(NEW, '0:jwt');
  const token = await refreshed(separated, user.refresh_token);
  assert.is(keyIdOf(token), 8);
  await refreshed(derived, user.refresh_token); // a gateway not yet restarted: the same child, sealed with its own key
  assert.ok(fragment(await separated.get(mail.path)).has('access_token'));

  const old = await session(derived);
  const changed = await stack.another({
    SVC_SECURITY_PEPPER: `${NEW},0:jwt`,
    SVC_JWT_SECRET: 'another-secret-of-32-characters-or-more-98765',
  });
  assert.is((await refresh(changed, old.refresh_token)).body.error_code, 'refresh_token_not_found');
  assert.is((await refresh(await withRing(NEW), old.refresh_token)).body.error_code, 'refresh_token_not_found');
  await refreshed(separated, old.refresh_token);
});

test('rejects a token under an unknown key id, or under another key with the same id, without a query', async () => {
  const user = await session(stack);
  const bytes = Buffer.from(user.refresh_token, 'base64url');
  const parts = {
    user_id: bytes
      .subarray(2, 18)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    session_id: bytes
      .subarray(18, 34)
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    counter: 0,
  };
  const counted = async (): Promise<number> => {
    const [row] = await stack.db.sql`select count(*)::int as n from auth.audit_log`;
    return row?.n as number;
  };
  const before = await counted();
  for (const pepper of [key(99), key(7), '']) {
    const forger = createKeyRing({ security_pepper: pepper, jwt_secret: JWT_SECRET });
    const answer = await refresh(stack, forger.sealRefresh(parts));
    assert.equal([answer.status, answer.body.error_code], [400, 'refresh_token_not_found'], pepper.slice(0, 3));
    const link = await stack.get(`/verify?type=signup&token=${forger.sealLink(randomUUID())}`);
    assert.is(fragment(link).get('error_code'), 'otp_expired');
  }
  const relabelled = Buffer.from(bytes);
  for (const id of [0, 8, 99, 255]) {
    relabelled.writeUInt8(id, 1);
    assert.is((await refresh(stack, relabelled.toString('base64url'))).body.error_code, 'refresh_token_not_found');
  }
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
    const answer = await refresh(stack, flipped.toString('base64url'));
    assert.is(answer.status, 400, `bit ${bit}`);
  }
  assert.is(await counted(), before);
  await refreshed(stack, user.refresh_token);
});

test.run();
