// Refresh over HTTP: concurrent tabs, reuse, lost responses, lost commits, and two gateways that return the same
// tokens.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { claimsOf } from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import {
  type Answer,
  bearer,
  JWT_SECRET,
  newEmail,
  PEPPER,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';

const stack = await startStack({ worker: false, env: { SVC_MAILER_AUTOCONFIRM: 'true' } });
const other = await stack.another();
const impatient = await stack.another({ SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '0' });
const relaxed = await stack.another({
  SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'false',
  SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '0',
});
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });
const USED = { code: 400, error_code: 'refresh_token_already_used', msg: 'Invalid Refresh Token: Already Used' };

interface Tokens {
  access_token: string;
  refresh_token: string;
  session_id: string;
  user_id: string;
}
const tokens = ({ status, body, text }: Answer): Tokens => {
  assert.is(status, 200, text);
  const { sub, session_id } = claimsOf(String(body.access_token)) as Record<string, string>;
  return {
    access_token: String(body.access_token),
    refresh_token: String(body.refresh_token),
    session_id: session_id ?? '',
    user_id: sub ?? '',
  };
};
const signUp = async () =>
  tokens(await stack.post('/signup', { email: newEmail(), password: 'correct horse battery' }));
const refresh = (refresh_token: string, at: TestGateway = stack) =>
  at.post('/token?grant_type=refresh_token', { refresh_token });
const chain = async (length: number, at: TestGateway = stack): Promise<Tokens[]> => {
  const all = [await signUp()];
  while (all.length < length) all.push(tokens(await refresh(all.at(-1)?.refresh_token ?? '', at)));
  return all;
};
const counter = async (session_id: string) =>
  Number((await stack.db.sql`select counter from auth.sessions where id = ${session_id}`)[0]?.counter);

test('50 concurrent refreshes of one token, through two gateways: all succeed, with one child', async () => {
  const first = await signUp();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => refresh(first.refresh_token, index % 2 ? other : stack)),
  );
  const children = new Set(answers.map((answer) => tokens(answer).refresh_token));
  assert.is(children.size, 1);
  assert.is(await counter(first.session_id), 1);
  tokens(await refresh([...children][0] ?? ''));
});

test('with interval 0 reuse is detected: at most one succeeds, the session and its child are revoked', async () => {
  const first = await signUp();
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token, impatient)));
  const good = answers.filter((answer) => answer.status === 200);
  assert.is(good.length, 1);
  for (const answer of answers) if (answer.status !== 200) assert.equal(answer.body, USED);
  assert.equal((await refresh(tokens(good[0] as Answer).refresh_token, impatient)).body, USED);
  const [row] = await stack.db.sql`select revoked_reason from auth.sessions where id = ${first.session_id}`;
  assert.is(row?.revoked_reason, 'reuse');
});

test('rotation off: 50 concurrent refreshes get one child, the parent stays valid, an ancestor is rejected without revocation', async () => {
  const first = await signUp();
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token, relaxed)));
  assert.is(new Set(answers.map((answer) => tokens(answer).refresh_token)).size, 1);
  await shiftClock(stack.db, 3000);
  const child = tokens(await refresh(first.refresh_token, relaxed));
  const grandchild = tokens(await refresh(child.refresh_token, relaxed));
  assert.equal((await refresh(first.refresh_token, relaxed)).body, USED);
  tokens(await refresh(grandchild.refresh_token, relaxed));
});

test('a reused grandparent revokes the session; that is committed, and the newest token is invalid at once', async () => {
  const [first, , third] = await chain(3);
  assert.equal((await refresh(first?.refresh_token ?? '')).body, USED);
  const fresh = stack.db.connect(1);
  const [row] = await fresh`select revoked_at, revoked_reason from auth.sessions where id = ${first?.session_id ?? ''}`;
  await fresh.end();
  assert.ok(row?.revoked_at);
  assert.is(row?.revoked_reason, 'reuse');
  assert.equal((await refresh(third?.refresh_token ?? '')).body, USED);
  assert.equal((await refresh(third?.refresh_token ?? '', other)).body, USED);
  assert.is(
    (await stack.get('/user', bearer(third?.access_token))).status,
    200,
    'access tokens live until they expire',
  );
});

test('the parent within the interval returns the child, after it revokes', async () => {
  const [first, second] = await chain(2);
  assert.is(tokens(await refresh(first?.refresh_token ?? '')).refresh_token, second?.refresh_token);
  await shiftClock(stack.db, 9);
  assert.is(tokens(await refresh(first?.refresh_token ?? '')).refresh_token, second?.refresh_token);
  await shiftClock(stack.db, 12);
  assert.equal((await refresh(first?.refresh_token ?? '')).body, USED);
  assert.equal((await refresh(second?.refresh_token ?? '')).body, USED);
});

test('a commit lost in a failover: the token is ahead of the row, accepted, and the chain continues', async () => {
  const all = await chain(4);
  const last = all.at(-1) as Tokens;
  await stack.db.sql`update auth.sessions set counter = 1 where id = ${last.session_id}`;
  const next = tokens(await refresh(last.refresh_token));
  assert.is(await counter(last.session_id), 4);
  tokens(await refresh(next.refresh_token));
  const ahead = ring.sealRefresh({ user_id: last.user_id, session_id: last.session_id, counter: 40 });
  tokens(await refresh(ahead, other));
  assert.is(await counter(last.session_id), 41);
});

test('forged, of another user, of an unknown session: not found, and no query for a token that we did not seal', async () => {
  const [mine, theirs] = [await signUp(), await signUp()];
  const seal = (user_id: string, session_id: string) => ring.sealRefresh({ user_id, session_id, counter: 0 });
  const other_ring = createKeyRing({ security_pepper: `7:${Buffer.alloc(32, 9).toString('base64')}`, jwt_secret: '' });
  const stranger = other_ring.sealRefresh({ user_id: mine.user_id, session_id: mine.session_id, counter: 0 });
  for (const text of [seal(mine.user_id, theirs.session_id), seal(mine.user_id, crypto.randomUUID()), stranger]) {
    const { body } = await refresh(text);
    assert.is(body.error_code, 'refresh_token_not_found');
  }
  tokens(await refresh(mine.refresh_token));
  tokens(await refresh(theirs.refresh_token));
});

test('a new access token: exp moves on, amr and session stay, metadata is current; the header is ignored', async () => {
  const first = await signUp();
  await stack.db.sql`update auth.users set raw_user_meta_data = '{"now":true}' where id = ${first.user_id}`;
  await shiftClock(stack.db, 100);
  const answer = await stack.post(
    '/token?grant_type=refresh_token',
    { refresh_token: first.refresh_token },
    bearer('garbage'),
  );
  const [before, after] = [claimsOf(first.access_token), claimsOf(tokens(answer).access_token)];
  assert.ok(Number(after.exp) >= Number(before.exp) + 100);
  assert.is(after.exp, answer.body.expires_at);
  assert.is(answer.body.expires_in, 3600);
  assert.equal(after.amr, before.amr);
  assert.equal(after.user_metadata, { now: true });
});

test.run();
