// Key rotation with existing sessions, queued mails and two gateways: the pepper ring in two steps (append the new key
// on all nodes, then move it to the front), JWT_SECRET with a configured ring, and the derived key `0:jwt`.
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { createLog } from '../../core/log.ts';
import { startWorker } from '../../worker/main.ts';
import { leaseQueuedMessages, type TokenRow } from '../support/database/sql_api.ts';
import {
  bearer,
  JWT_SECRET,
  newEmail,
  readRedirectFragment,
  type Stack,
  startStack,
  type TestGateway,
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

const withRing = (...keys: string[]): Promise<TestGateway> => stack.another({ SVC_SECURITY_PEPPER: keys.join(',') });

/** Sends the queued mails by a worker with the node's settings. Returns the newest mail to an address. */
async function sendQueuedMails(node: TestGateway, to: string): Promise<MailContent> {
  const worker = await startWorker({ settings: node.settings, log: quiet });
  try {
    return await stack.mail(to);
  } finally {
    await worker.close();
  }
}

interface MailContent {
  path: string;
  token: string;
  code: string;
}

/** Composes the mail to an address without sending it. */
async function composeMail(to: string): Promise<MailContent> {
  const [row] = (await leaseQueuedMessages(stack.db.sql, to)) as [TokenRow];
  const ring = createKeyRing({ security_pepper: `${OLD},${NEW},0:jwt`, jwt_secret: JWT_SECRET });
  const token = ring.sealLinkWith(row.id, row.key_id);
  const code = ring.code({ ...row, token_id: row.id, generation: Number(row.generation) });
  return { path: `/verify?type=signup&token=${token}`, token, code };
}

async function requestMail(node: TestGateway): Promise<string> {
  const email = newEmail();
  const answer = await node.post('/signup', { email, password: PASSWORD });
  assert.is(answer.status, 200, answer.text);
  return email;
}

async function createSession(
  node: TestGateway,
): Promise<{ refresh_token: string; access_token: string; email: string }> {
  const email = await requestMail(node);
  const values = readRedirectFragment(await node.get((await composeMail(email)).path));
  return { email, refresh_token: values.get('refresh_token') ?? '', access_token: values.get('access_token') ?? '' };
}

const refresh = (node: TestGateway, refresh_token: string) =>
  node.post('/token?grant_type=refresh_token', { refresh_token });
const keyIdOf = (refresh_token: string): number => Buffer.from(refresh_token, 'base64url').readUInt8(1);

async function refreshSession(node: TestGateway, token: string): Promise<string> {
  const answer = await refresh(node, token);
  assert.is(answer.status, 200, answer.text);
  return String(answer.body.refresh_token);
}

test('two-step rotation of the ring: values sealed with the old key work until the key is removed', async () => {
  const users = await Promise.all([createSession(stack), createSession(stack)]);
  let [first, second] = users.map((user) => user.refresh_token) as [string, string];
  const kept = await createSession(stack); // refreshed only after the old key is removed
  const linked = await requestMail(stack);
  const linkMail = await composeMail(linked);
  const coded = await requestMail(stack);
  const codeMail = await composeMail(coded);
  const late = await requestMail(stack);
  const lateMail = await composeMail(late);
  const unsent = await requestMail(stack); // requested with the old key, sent after the rotation

  // First step, on one gateway after the other: each unseals with both keys and seals with the old key.
  const appended = await withRing(OLD, NEW);
  first = await refreshSession(appended, first);
  first = await refreshSession(stack, first);
  assert.is(keyIdOf(await refreshSession(appended, second)), 7);
  second = await refreshSession(stack, second);

  // Second step: the new key is first on one gateway, while the other is still at the first step.
  const moved = await withRing(NEW, OLD);
  first = await refreshSession(moved, first);
  assert.is(keyIdOf(first), 8);
  first = await refreshSession(appended, first);
  assert.is(keyIdOf(first), 7);
  first = await refreshSession(moved, first);
  second = await refreshSession(moved, second);

  const half = await requestMail(moved);
  const halfMail = await composeMail(half);
  assert.is((await appended.post('/verify', { type: 'email', email: half, token: halfMail.code })).status, 200);
  assert.ok(readRedirectFragment(await moved.get(linkMail.path)).has('access_token'), 'a link of the old key');
  assert.is(
    (await moved.post('/verify', { type: 'email', email: coded, token: codeMail.code })).status,
    200,
    'its code',
  );
  const sent = await sendQueuedMails(moved, unsent);
  assert.is(Buffer.from(sent.token, 'hex').readUInt8(16), 7, 'derived under the key it was asked for with');
  assert.ok(readRedirectFragment(await appended.get(sent.path)).has('access_token'));

  const removed = await withRing(NEW);
  await refreshSession(removed, first);
  await refreshSession(removed, second);
  const gone = await refresh(removed, kept.refresh_token);
  assert.equal([gone.status, gone.body.error_code], [400, 'refresh_token_not_found']);
  const deadLink = await removed.get(lateMail.path);
  assert.is(readRedirectFragment(deadLink).get('error_code'), 'otp_expired');
  const deadCode = await removed.post('/verify', { type: 'email', email: late, token: lateMail.code });
  assert.equal([deadCode.status, deadCode.body.error_code], [403, 'otp_expired']);
  assert.is(
    (await removed.get('/user', bearer(kept.access_token))).status,
    200,
    'access tokens have a key of their own',
  );
  const signedIn = await removed.post('/token?grant_type=password', { email: kept.email, password: PASSWORD });
  assert.is(signedIn.status, 200, signedIn.text);

  // The errors have not revoked the session: a gateway that still has the old key refreshes it.
  await refreshSession(moved, kept.refresh_token);
  assert.ok(readRedirectFragment(await moved.get(lateMail.path)).has('access_token'));
});

test('does not send a mail whose key was removed from the ring, and sends the others', async () => {
  const lost = await requestMail(stack);
  const removed = await withRing(NEW);
  const other = await requestMail(removed);
  await sendQueuedMails(removed, other);
  assert.is(stack.sink.mails.filter((mail) => mail.to.includes(lost)).length, 0);
  const [row] = await stack.db.sql<{ state: string; last_error: string }[]>`
    select state, last_error from auth.messages where to_address = ${lost}`;
  assert.is.not(row?.state, 'sent');
  // After the key is restored, the worker sends the mail.
  await stack.db.sql`update auth_queue.job set start_after = now() where state <> 'completed'`;
  assert.ok(readRedirectFragment(await stack.get((await sendQueuedMails(stack, lost)).path)).has('access_token'));
});

test('changing JWT_SECRET with a ring set keeps sessions, links and codes, and issues new access tokens', async () => {
  const user = await createSession(stack);
  const email = await requestMail(stack);
  const mail = await composeMail(email);
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
  assert.ok(readRedirectFragment(await other.get(mail.path)).has('access_token'));
  await refreshSession(stack, String(answer.body.refresh_token));
});

test('without a pepper the key derives from JWT_SECRET; as 0:jwt behind a new one it unseals until it is removed', async () => {
  const derived = await stack.another({ SVC_SECURITY_PEPPER: '' });
  assert.match(derived.log(), /SVC_SECURITY_PEPPER is not set/);
  const user = await createSession(derived);
  assert.is(keyIdOf(user.refresh_token), 0);
  const email = await requestMail(derived);
  const mail = await composeMail(email);

  const separated = await withRing(NEW, '0:jwt');
  const token = await refreshSession(separated, user.refresh_token);
  assert.is(keyIdOf(token), 8);
  // A gateway that is not restarted yet returns the same child token, sealed with its own key.
  await refreshSession(derived, user.refresh_token);
  assert.ok(readRedirectFragment(await separated.get(mail.path)).has('access_token'));

  const old = await createSession(derived);
  const changed = await stack.another({
    SVC_SECURITY_PEPPER: `${NEW},0:jwt`,
    SVC_JWT_SECRET: 'another-secret-of-32-characters-or-more-98765',
  });
  assert.is((await refresh(changed, old.refresh_token)).body.error_code, 'refresh_token_not_found');
  assert.is((await refresh(await withRing(NEW), old.refresh_token)).body.error_code, 'refresh_token_not_found');
  await refreshSession(separated, old.refresh_token);
});

test('rejects a token under an unknown key id, or under another key with the same id, without a query', async () => {
  const user = await createSession(stack);
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
    assert.is(readRedirectFragment(link).get('error_code'), 'otp_expired');
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
  await refreshSession(stack, user.refresh_token);
});

test.run();
