// Tokens of a provider that the server keeps and renews: SVC_EXTERNAL_KEPT_TOKENS.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { type Answer, bearer, confirmedUser, fragment, newEmail, startStack } from '../../support/processes/stack.ts';
import { journeys, target } from './journey.ts';
import { createGitHub, newPerson, type Person } from './mock.ts';

const github = await createGitHub();
const env = { ...github.env, SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true' };
const stack = await startStack({ env: { ...env, SVC_EXTERNAL_KEPT_TOKENS: 'github' } });
const off = await stack.another({ ...env, SVC_EXTERNAL_KEPT_TOKENS: '' });
const { sql } = stack.db;
test.after(async () => {
  await stack.close();
  await github.close();
});
test.after.each(() => github.faults.clear());

const { arrive, userOf } = journeys(stack, github);
const tokenOf = (answer: Answer): string => fragment(answer).get('access_token') ?? '';
const identityOf = async (token: string) =>
  ((await userOf(token)).identities as { provider: string; identity_id: string }[]).find(
    ({ provider }) => provider === 'github',
  )?.identity_id ?? '';
const tokenFor = (token: string, identity: string) => stack.get(`/user/identities/${identity}/token`, bearer(token));
const expire = (identity: string, seconds: number) => sql`
  update auth.provider_tokens set expires_at = now() + make_interval(secs => ${seconds}) where identity_id = ${identity}`;
const EXCHANGE = 'access_token';
let issued = 0;
/** Answers renewals, and counts them. */
function renewing(body: (form: Record<string, string>) => object | 'cut' = () => ({})) {
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
async function signedIn(person: Person = newPerson()) {
  const back = await arrive(person);
  const token = tokenOf(back);
  return { token, identity: await identityOf(token), given: fragment(back).get('provider_token'), person };
}

test('a token is kept from the sign-in on, sealed, and returned to its user alone', async () => {
  const { token, identity, given } = await signedIn();
  const { status, body, headers } = await tokenFor(token, identity);
  assert.is(status, 200);
  assert.equal(body, { provider: 'github', provider_token: given, expires_at: null });
  assert.is(headers.get('cache-control'), 'no-store');
  const [row] =
    await sql`select t::text as text, t.renewable from auth.provider_tokens as t where identity_id = ${identity}`;
  assert.is(row?.renewable, true);
  assert.not.match(String(row?.text), 'CANARY');
  const other = await signedIn();
  assert.is((await tokenFor(other.token, identity)).body.error_code, 'not_found');
  assert.is((await stack.get(`/user/identities/${identity}/token`)).status, 401);
  assert.is((await tokenFor(token, 'nothing')).status, 404);
  const { text } = await stack.get('/user/export', bearer(token));
  assert.not.match(text, 'sealed');
  assert.not.match(stack.log(), 'CANARY');
});

test('a token that is about to expire is renewed once, and the refresh token is kept or replaced', async () => {
  const { token, identity } = await signedIn();
  await expire(identity, 59);
  const seen = renewing();
  const first = await tokenFor(token, identity);
  assert.match(String(first.body.provider_token), /^gho_renewed_/);
  assert.ok(Math.abs(Number(first.body.expires_at) - Date.now() / 1_000 - 3_600) < 60);
  assert.equal([seen.length, seen[0]?.grant_type], [1, 'refresh_token']);
  assert.match(seen[0]?.refresh_token ?? '', /^ghr_CANARY/);
  assert.is((await tokenFor(token, identity)).body.provider_token, first.body.provider_token);
  assert.is(seen.length, 1);
  await expire(identity, -10);
  renewing(() => ({ refresh_token: 'ghr_second' }));
  await tokenFor(token, identity);
  await expire(identity, -10);
  const third = renewing();
  assert.is((await tokenFor(token, identity)).status, 200);
  assert.is(third[0]?.refresh_token, 'ghr_second');
});

test('of several requests, in two processes, one renews', async () => {
  const { token, identity } = await signedIn();
  await expire(identity, 30);
  const seen = renewing();
  const path = `/user/identities/${identity}/token`;
  const answers = await Promise.all([...Array(8).keys()].map((at) => (at % 2 ? stack : off).get(path, bearer(token))));
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

test('a provider that does not answer is 503 and keeps the tokens; one that ends the access is 404 and deletes them', async () => {
  const { token, identity } = await signedIn();
  await expire(identity, -1);
  renewing(() => 'cut');
  assert.is((await tokenFor(token, identity)).status, 503);
  renewing();
  assert.is((await tokenFor(token, identity)).status, 200, 'the lease has ended');
  await expire(identity, -1);
  github.faults.set(EXCHANGE, () => ({ status: 400, body: { error: 'invalid_grant' } }));
  const refused = await tokenFor(token, identity);
  assert.equal([refused.status, refused.body.error_code], [404, 'not_found']);
  assert.is((await sql`select 1 from auth.provider_tokens where identity_id = ${identity}`).length, 0);
  assert.match((await tokenFor(token, identity)).text, 'No token of this provider is kept');
});

test('tokens without a refresh token replace none that can be renewed, and are gone when they expire', async () => {
  const { token, identity, person, given } = await signedIn();
  // The next sign-in gives no refresh token.
  await sql`update auth.provider_tokens set renewable = true where identity_id = ${identity}`;
  const { id } = (await sql`select id from auth.provider_tokens where identity_id = ${identity}`)[0] as { id: string };
  assert.ok(given);
  await sql`select auth_lib.keep_provider_tokens('github', ${String(person.id)},
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
  const auth_code = target(back).searchParams.get('code') ?? '';
  const { body } = await stack.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier });
  const token = String(body.access_token);
  const identity = await identityOf(token);
  assert.is((await tokenFor(token, identity)).body.provider_token, body.provider_token);
  await stack.request('DELETE', `/user/identities/${identity}`, undefined, bearer(token));
  assert.is((await tokenFor(token, identity)).status, 404);
  assert.is((await sql`select 1 from auth.provider_tokens where user_id = ${user.id}`).length, 0);
  const second = await signedIn();
  const { sub } = JSON.parse(Buffer.from(second.token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  await stack.request('DELETE', `/admin/users/${sub}`, undefined, SERVICE);
  assert.is((await sql`select 1 from auth.provider_tokens where user_id = ${sub}`).length, 0);
});

test('nothing is kept unless the setting names the provider, nor returned to a session that has ended', async () => {
  const token = tokenOf(await arrive(newPerson(), off));
  const identity = await identityOf(token);
  assert.is((await tokenFor(token, identity)).status, 404);
  assert.is((await sql`select 1 from auth.provider_tokens where identity_id = ${identity}`).length, 0);
  const kept = await signedIn();
  await stack.post('/logout?scope=local', undefined, bearer(kept.token));
  assert.is((await tokenFor(kept.token, kept.identity)).body.error_code, 'session_not_found');
});

test.run();
