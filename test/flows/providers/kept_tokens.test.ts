// Provider tokens that the server stores and refreshes: SVC_EXTERNAL_KEPT_TOKENS.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../../core/keys/ring.ts';
import { environmentFor } from '../../cli/admin.ts';
import { SERVICE } from '../../support/clients/admin.ts';
import { runInside } from '../../support/processes/inside.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  JWT_SECRET,
  newEmail,
  PEPPER,
  readRedirectFragment,
  startStack,
} from '../../support/processes/stack.ts';
import { providerFlows, redirectTarget } from './journey.ts';
import { newPerson, type Person, startGitHubMock } from './mock.ts';

const github = await startGitHubMock();
const env = { ...github.env, SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true' };
const stack = await startStack({ env: { ...env, SVC_EXTERNAL_KEPT_TOKENS: 'github' } });
const second = await stack.another({ ...env, SVC_EXTERNAL_KEPT_TOKENS: 'github' });
const off = await stack.another({ ...env, SVC_EXTERNAL_KEPT_TOKENS: '' });
/** A key that no other gateway has. */
const GONE = { security_pepper: `9:${Buffer.alloc(32, 9).toString('base64')}` };
const lost = await stack.another({
  ...env,
  SVC_EXTERNAL_KEPT_TOKENS: 'github',
  SVC_SECURITY_PEPPER: GONE.security_pepper,
});
const { sql } = stack.db;
test.after(async () => {
  await stack.close();
  await github.close();
});
test.after.each(() => github.faults.clear());

const { arrive, userOf } = providerFlows(stack, github);
const tokenOf = (answer: Answer): string => readRedirectFragment(answer).get('access_token') ?? '';
const identityOf = async (token: string) =>
  ((await userOf(token)).identities as { provider: string; identity_id: string }[]).find(
    ({ provider }) => provider === 'github',
  )?.identity_id ?? '';
const tokenFor = (token: string, identity: string) => stack.get(`/user/identities/${identity}/token`, bearer(token));
const expire = (identity: string, seconds: number) => sql`
  update auth.provider_tokens set expires_at = now() + make_interval(secs => ${seconds}) where identity_id = ${identity}`;
const EXCHANGE = 'access_token';
let issued = 0;
/** Makes the provider respond to refresh requests. Returns the received requests. */
function answerRefreshRequests(body: (form: Record<string, string>) => object | 'cut' = () => ({})) {
  const seen: Record<string, string>[] = [];
  github.faults.set(EXCHANGE, async () => {
    const { form } = github.requests.at(-1) as { form: Record<string, string> };
    seen.push(form);
    const answer = body(form);
    if (answer === 'cut') return answer;
    issued += 1;
    return { body: { access_token: `gho_renewed_${issued}`, token_type: 'bearer', expires_in: 3_600, ...answer } };
  });
  return seen;
}
async function signInWithGitHub(person: Person = newPerson()) {
  const back = await arrive(person);
  const token = tokenOf(back);
  return { token, identity: await identityOf(token), given: readRedirectFragment(back).get('provider_token'), person };
}

test('a token is kept from the sign-in on, sealed, and returned to its user alone', async () => {
  const { token, identity, given } = await signInWithGitHub();
  const { status, body, headers } = await tokenFor(token, identity);
  assert.is(status, 200);
  assert.equal(body, { provider: 'github', provider_token: given, expires_at: null });
  assert.is(headers.get('cache-control'), 'no-store');
  const [row] =
    await sql`select t::text as text, t.renewable from auth.provider_tokens as t where identity_id = ${identity}`;
  assert.is(row?.renewable, true);
  assert.not.match(String(row?.text), 'CANARY');
  const other = await signInWithGitHub();
  assert.is((await tokenFor(other.token, identity)).body.error_code, 'not_found');
  assert.is((await stack.get(`/user/identities/${identity}/token`)).status, 401);
  assert.is((await tokenFor(token, 'nothing')).status, 404);
  const { text } = await stack.get('/user/export', bearer(token));
  assert.not.match(text, 'sealed');
  assert.not.match(stack.log(), 'CANARY');
});

test('a token that is about to expire is renewed once, and the refresh token is kept or replaced', async () => {
  const { token, identity } = await signInWithGitHub();
  await expire(identity, 59);
  const seen = answerRefreshRequests();
  const first = await tokenFor(token, identity);
  assert.match(String(first.body.provider_token), /^gho_renewed_/);
  assert.ok(Math.abs(Number(first.body.expires_at) - Date.now() / 1_000 - 3_600) < 60);
  assert.equal([seen.length, seen[0]?.grant_type], [1, 'refresh_token']);
  assert.match(seen[0]?.refresh_token ?? '', /^ghr_CANARY/);
  assert.is((await tokenFor(token, identity)).body.provider_token, first.body.provider_token);
  assert.is(seen.length, 1);
  await expire(identity, -10);
  answerRefreshRequests(() => ({ refresh_token: 'ghr_second' }));
  await tokenFor(token, identity);
  await expire(identity, -10);
  const third = answerRefreshRequests();
  assert.is((await tokenFor(token, identity)).status, 200);
  assert.is(third[0]?.refresh_token, 'ghr_second');
});

test('of several requests, in two processes, one renews', async () => {
  const { token, identity } = await signInWithGitHub();
  await expire(identity, 30);
  const seen = answerRefreshRequests();
  const path = `/user/identities/${identity}/token`;
  const answers = await Promise.all(
    [...Array(8).keys()].map((at) => (at % 2 ? stack : second).get(path, bearer(token))),
  );
  assert.equal(
    answers.map(({ status }) => status),
    Array(8).fill(200),
    'the current token is still valid',
  );
  assert.is(seen.length, 1);
  await sql`update auth.provider_tokens set leased_until = now() + interval '20 seconds' where identity_id = ${identity}`;
  await expire(identity, -1);
  const busy = await tokenFor(token, identity);
  assert.equal([busy.status, busy.headers.get('retry-after')], [503, '1']);
  await sql`update auth.provider_tokens set leased_until = now() - interval '1 second' where identity_id = ${identity}`;
  assert.is((await tokenFor(token, identity)).status, 200, 'a lease that was not ended expires');
});

const leaseEnds = (identity: string) => sql`
  update auth.provider_tokens set leased_until = leased_until - interval '30 seconds' where identity_id = ${identity}`;

test('after a fault the provider is not asked again for half a minute, by any gateway, and the tokens stay', async () => {
  const { token, identity } = await signInWithGitHub();
  await expire(identity, -1);
  const path = `/user/identities/${identity}/token`;
  const cut = answerRefreshRequests(() => 'cut');
  const failed = await tokenFor(token, identity);
  assert.equal([failed.status, failed.headers.get('retry-after')], [503, '1']);
  assert.is(cut.length, 1);
  const seen = answerRefreshRequests();
  for (const node of [stack, second]) {
    const paused = await node.get(path, bearer(token));
    assert.equal([paused.status, paused.body.error_code], [503, 'unexpected_failure']);
    assert.match(paused.text, 'the provider has just failed');
    assert.is(paused.headers.get('retry-after'), '1');
  }
  assert.is(seen.length, 0);
  const [row] = await sql`select extract(epoch from leased_until - now())::float8 as rest from auth.provider_tokens
    where identity_id = ${identity}`;
  assert.ok(Number(row?.rest) > 20 && Number(row?.rest) <= 30, String(row?.rest));
  await leaseEnds(identity);
  assert.is((await second.get(path, bearer(token))).status, 200);
  assert.is(seen.length, 1);
});

test('while the current token is valid, a fault of the provider returns it', async () => {
  const { token, identity, given } = await signInWithGitHub();
  await expire(identity, 30);
  const cut = answerRefreshRequests(() => 'cut');
  const before = stack.log().length;
  for (let call = 0; call < 3; call += 1) {
    const { status, body } = await tokenFor(token, identity);
    assert.equal([status, body.provider_token], [200, given]);
  }
  assert.is(cut.length, 1);
  assert.match(stack.log().slice(before), /github: the token endpoint/);
});

test('a provider that ends the access is 404, and its tokens are deleted, also if its answer has status 200', async () => {
  for (const answer of [
    { status: 400, body: { error: 'invalid_grant' } },
    { status: 200, body: { error: 'bad_refresh_token', error_description: 'The refresh token passed is incorrect.' } },
    { status: 200, body: { ok: false, error: 'invalid_refresh_token' } },
  ]) {
    const { token, identity } = await signInWithGitHub();
    await expire(identity, -1);
    github.faults.set(EXCHANGE, () => answer);
    const refused = await tokenFor(token, identity);
    assert.equal([refused.status, refused.body.error_code], [404, 'not_found'], JSON.stringify(answer));
    assert.is((await sql`select 1 from auth.provider_tokens where identity_id = ${identity}`).length, 0);
    assert.match((await tokenFor(token, identity)).text, 'No token of this provider is kept');
    github.faults.clear();
  }
});

test('a gateway without the sealing key keeps the tokens and names the setting in its log', async () => {
  const { token, identity, given } = await signInWithGitHub();
  const path = `/user/identities/${identity}/token`;
  const seen = answerRefreshRequests();
  for (const seconds of [3_600, 30, -1]) {
    await expire(identity, seconds);
    const before = lost.log().length;
    const answer = await lost.get(path, bearer(token));
    assert.equal(
      [answer.status, answer.body.error_code, answer.headers.get('retry-after')],
      [503, 'unexpected_failure', '1'],
    );
    assert.match(answer.text, 'This server cannot read the kept token');
    const lines = lost
      .log()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('SVC_SECURITY_PEPPER'));
    assert.is(lines.length, 1);
    assert.match(lines[0] ?? '', 'the kept token of github is sealed by a key that is not in SVC_SECURITY_PEPPER');
  }
  assert.is(seen.length, 0);
  assert.is((await tokenFor(token, identity)).status, 200, 'a gateway that has the key renews at once');
  assert.is(seen.length, 1);
  assert.ok(given);
});

test('rows sealed by a key that is gone are named by `key reseal` and deleted as the documentation says', async () => {
  const { token, identity } = await signInWithGitHub();
  const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
    select id from auth.provider_tokens where identity_id = ${identity}`;
  const sealed = createKeyRing({ ...GONE, jwt_secret: '' }).seal('{}', id);
  await sql`update auth.provider_tokens set sealed = ${sealed} where id = ${id}`;
  assert.is((await tokenFor(token, identity)).status, 503);
  const keys = { SVC_JWT_SECRET: JWT_SECRET, SVC_SECURITY_PEPPER: PEPPER };
  const { code, stderr } = await runInside(['key', 'reseal'], { env: { ...environmentFor(stack.db), ...keys } });
  assert.is(code, 1);
  assert.match(stderr, `provider_token ${id} is sealed by a key that is not in SVC_SECURITY_PEPPER`);
  const guide = readFileSync(new URL('../../../docs/providers.md', import.meta.url), 'utf8');
  const [statement = ''] = guide.match(/^delete from auth\.provider_tokens .*$/m) ?? [];
  await sql.unsafe(statement.replace('…', id));
  assert.is((await tokenFor(token, identity)).status, 404);
});

test('the tokens of a provider that the setting no longer names are not served, and are deleted when asked for', async () => {
  const { token, identity } = await signInWithGitHub();
  const path = `/user/identities/${identity}/token`;
  const rows = () => sql`select 1 from auth.provider_tokens where identity_id = ${identity}`;
  const seen = answerRefreshRequests();
  await expire(identity, 3_600);
  assert.match((await off.get(path, bearer(token))).text, 'No token of this provider is kept');
  assert.is((await rows()).length, 1, 'other gateways may know the setting already');
  assert.is((await tokenFor(token, identity)).status, 200);
  await sql`update auth.provider_tokens set updated_at = now() - interval '25 hours' where identity_id = ${identity}`;
  await expire(identity, -1);
  const refused = await off.get(path, bearer(token));
  assert.equal([refused.status, refused.body.error_code], [404, 'not_found']);
  assert.is((await rows()).length, 0);
  assert.is(seen.length, 0);
});

test('a session that ends, or an identity that goes, while its token is renewed gets no token; a renewed token is kept', async () => {
  const renewedBy = async (work: (one: Awaited<ReturnType<typeof signInWithGitHub>>) => Promise<unknown>) => {
    github.faults.clear();
    const one = await signInWithGitHub();
    await expire(one.identity, -1);
    github.faults.set(EXCHANGE, async () => {
      await work(one);
      return { body: { access_token: 'gho_late', refresh_token: 'ghr_late', token_type: 'bearer', expires_in: 3_600 } };
    });
    return { ...one, answer: await tokenFor(one.token, one.identity) };
  };
  const out = await renewedBy(({ token }) => stack.post('/logout?scope=global', undefined, bearer(token)));
  assert.is(out.answer.body.error_code, 'session_not_found');
  github.faults.clear();
  const again = await arrive(out.person);
  await expire(out.identity, 3_600);
  assert.is((await tokenFor(tokenOf(again), out.identity)).status, 200);
  const banned = await renewedBy(
    ({ identity }) => sql`update auth.users set banned_until = now() + interval '1 hour'
      where id = (select user_id from auth.identities where id = ${identity})`,
  );
  assert.is(banned.answer.body.error_code, 'user_banned');
  const gone = await renewedBy(({ identity }) => sql`delete from auth.identities where id = ${identity}`);
  assert.match(gone.answer.text, 'No token of this provider is kept');
  const moved = await confirmedUser(stack);
  const merged = await renewedBy(
    ({ identity }) => sql`update auth.identities set user_id = ${moved.id} where id = ${identity}`,
  );
  assert.is(merged.answer.status, 404, 'it belongs to another account by now');
  github.faults.clear();
  const kept = await tokenFor(moved.access_token, merged.identity);
  assert.equal([kept.status, kept.body.provider_token], [200, 'gho_late'], 'the renewal is not lost');
});

test('tokens without a refresh token replace none that can be renewed, and are gone when they expire', async () => {
  const { token, identity, person, given } = await signInWithGitHub();
  // The next sign-in returns no refresh token.
  await sql`update auth.provider_tokens set renewable = true where identity_id = ${identity}`;
  const { id } = (await sql`select id from auth.provider_tokens where identity_id = ${identity}`)[0] as { id: string };
  assert.ok(given);
  await sql`select auth_lib.store_provider_tokens('github', ${String(person.id)},
    ${sql.json({ id: '00000000-0000-4000-8000-000000000001', sealed: 'x', renewable: false, expires_in: null })})`;
  assert.equal([...(await sql`select id from auth.provider_tokens where identity_id = ${identity}`)], [{ id }]);
  await sql`update auth.provider_tokens set renewable = false where identity_id = ${identity}`;
  await expire(identity, -1);
  assert.is((await tokenFor(token, identity)).status, 404);
});

test('a token is deleted with its identity, with its user, and kept for a linked identity', async () => {
  const user = await confirmedUser(stack);
  const verifier = 'v'.repeat(43);
  const query = `provider=github&code_challenge=${verifier}&code_challenge_method=plain`;
  const left = await stack.get(`/user/identities/authorize?${query}`, bearer(user.access_token));
  const back = await stack.get(github.consent(left.headers.get('location') ?? '', newPerson({ email: newEmail() })));
  const auth_code = redirectTarget(back).searchParams.get('code') ?? '';
  const { body } = await stack.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier });
  const token = String(body.access_token);
  const identity = await identityOf(token);
  assert.is((await tokenFor(token, identity)).body.provider_token, body.provider_token);
  await stack.request('DELETE', `/user/identities/${identity}`, undefined, bearer(token));
  assert.is((await tokenFor(token, identity)).status, 404);
  assert.is((await sql`select 1 from auth.provider_tokens where user_id = ${user.id}`).length, 0);
  const second = await signInWithGitHub();
  const { sub } = JSON.parse(Buffer.from(second.token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  await stack.request('DELETE', `/admin/users/${sub}`, undefined, SERVICE);
  assert.is((await sql`select 1 from auth.provider_tokens where user_id = ${sub}`).length, 0);
});

test('a link without a code challenge, which anybody may finish, shows its sender no token', async () => {
  const { access_token, id } = await confirmedUser(stack);
  const path = '/user/identities/authorize?provider=github';
  const refused = await stack.get(path, bearer(access_token));
  assert.equal([refused.status, refused.body.error_code], [400, 'validation_failed']);
  // A gateway without SVC_EXTERNAL_KEPT_TOKENS starts the link flow.
  const left = await off.get(path, bearer(access_token));
  const consent = github.consent(left.headers.get('location') ?? '', newPerson({ email: newEmail() }));
  await stack.get(consent);
  const identity = await identityOf(access_token);
  assert.ok(identity);
  assert.is((await tokenFor(access_token, identity)).status, 404);
  assert.is((await sql`select 1 from auth.provider_tokens where user_id = ${id}`).length, 0);
});

test('nothing is kept unless the setting names the provider, nor returned to a session that has ended', async () => {
  const token = tokenOf(await arrive(newPerson(), off));
  const identity = await identityOf(token);
  assert.is((await tokenFor(token, identity)).status, 404);
  assert.is((await sql`select 1 from auth.provider_tokens where identity_id = ${identity}`).length, 0);
  const kept = await signInWithGitHub();
  await stack.post('/logout?scope=local', undefined, bearer(kept.token));
  assert.is((await tokenFor(kept.token, kept.identity)).body.error_code, 'session_not_found');
});

test.run();
