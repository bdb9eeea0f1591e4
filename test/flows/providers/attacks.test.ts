// Attacks on the provider flow: foreign states, downgrades, injected parameters, and invalid addresses.
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shiftClock } from '../../support/database/clock.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  EXTERNAL_URL,
  newEmail,
  readRedirectFragment,
  SITE_URL,
  startStack,
} from '../../support/processes/stack.ts';
import { CALLBACK, consentAndReturn, providerEnvironment } from '../../support/providers/sign_in.ts';
import { newPerson, startFakeProviders } from '../../support/providers/world.ts';

const world = await startFakeProviders({ here: true });
world.register(CALLBACK);
const stack = await startStack({ env: providerEnvironment(world, ['github', 'google', 'apple']) });
test.after(async () => {
  await stack.close();
  await world.close();
});

const target = (answer: Answer): URL => new URL(answer.headers.get('location') ?? '');
/** Starts a flow and consents as a new user. Returns the callback URL. */
async function startAndConsent(provider: string, query = ''): Promise<URL> {
  world.person = newPerson();
  const { to } = await world.visit(target(await stack.get(`/authorize?provider=${provider}${query}`)));
  if (to === null) throw new Error('the provider showed a page');
  return to;
}
const callback = (to: URL): Promise<Answer> => stack.get(to.href.slice(EXTERNAL_URL.length));
const pkce = (verifier: string): string =>
  `&code_challenge_method=s256&code_challenge=${createHash('sha256').update(verifier).digest('base64url')}`;
const exchange = (auth_code: unknown, code_verifier: unknown) =>
  stack.post('/token?grant_type=pkce', { auth_code, code_verifier });

test('a flow with a challenge gives only a code, usable with its verifier; one without gives none', async () => {
  const verifier = randomBytes(48).toString('base64url');
  const back = target(await callback(await startAndConsent('github', pkce(verifier))));
  assert.is(back.hash, '', 'a URL that an attacker’s page can open contains no token');
  const code = back.searchParams.get('code');
  for (const wrong of ['', null, randomBytes(48).toString('base64url')])
    assert.is((await exchange(code, wrong)).status, 400);
  assert.is((await exchange(code, verifier)).status, 200);
  const implicit = await startAndConsent('github');
  const state = implicit.searchParams.get('state');
  assert.is(target(await callback(implicit)).searchParams.get('code'), null);
  assert.is((await exchange(state, verifier)).status, 404);
});

test('of 50 concurrent exchanges one gets the session; reused with its verifier, the code ends it', async () => {
  const verifier = randomBytes(48).toString('base64url');
  const code = async () =>
    target(await callback(await startAndConsent('github', pkce(verifier)))).searchParams.get('code');
  const refresh = ({ refresh_token }: Answer['body']) =>
    stack.post('/token?grant_type=refresh_token', { refresh_token });
  const outcome = ({ status, body }: Answer) => [status, body.error_code];

  const [once, other] = [await code(), await code()];
  const { body } = await exchange(once, verifier);
  assert.equal(outcome(await exchange(once, randomBytes(48).toString('base64url'))), [404, 'flow_state_not_found']);
  const { body: goesOn } = await refresh(body);
  assert.ok(goesOn.access_token, 'the code alone, as histories and logs have it, ends nothing');
  assert.equal(outcome(await exchange(once, verifier)), [404, 'flow_state_not_found']);
  assert.equal(outcome(await refresh(goesOn)), [400, 'refresh_token_already_used']);

  const all = await Promise.all(Array.from({ length: 50 }, () => exchange(other, verifier)));
  const [won, ...more] = all.filter(({ status }) => status === 200);
  assert.is(more.length, 0);
  for (const lost of all.filter((answer) => answer !== won)) assert.equal(outcome(lost), [404, 'flow_state_not_found']);
  assert.equal(outcome(await refresh(won?.body ?? {})), [400, 'refresh_token_already_used']);
});

test('the code of a sign-in is valid for five minutes from the callback, for the holder of the verifier too', async () => {
  const verifier = randomBytes(48).toString('base64url');
  const code = async () =>
    target(await callback(await startAndConsent('github', pkce(verifier)))).searchParams.get('code') ?? '';
  const [early, late] = [await code(), await code()];
  try {
    await shiftClock(stack.db, 299);
    assert.is((await exchange(early, verifier)).status, 200);
    await shiftClock(stack.db, 301);
    const { status, body } = await exchange(late, verifier);
    assert.equal([status, body.error_code], [422, 'flow_state_expired']);
  } finally {
    await shiftClock(stack.db);
  }
});

test('a code of another provider goes to the provider of the state, which does not know it', async () => {
  const [from_google, from_github] = [await startAndConsent('google'), await startAndConsent('github')];
  from_github.searchParams.set('code', from_google.searchParams.get('code') ?? '');
  const before = world.requests.length;
  const back = target(await callback(from_github));
  assert.is(back.searchParams.get('error'), 'server_error');
  const asked = world.requests.slice(before).map(({ url }) => url.hostname);
  assert.equal([...new Set(asked)], ['github.com']);
});

test('rejects invalid states, and tokens of other kinds as state or invitation', async () => {
  const { access_token, refresh_token } = await confirmedUser(stack);
  for (const state of ['', ' ', 'null', '[]', '0', access_token, refresh_token]) {
    const { searchParams, origin } = target(await stack.get(`/callback?code=x&state=${encodeURIComponent(state)}`));
    assert.is(origin, SITE_URL);
    assert.match(searchParams.get('error_code') ?? '', /^bad_oauth_(state|callback)$/);
  }
  for (const invitation of [access_token, refresh_token, 'x', '0'.repeat(56)]) {
    const { status, body } = await stack.get(`/authorize?provider=github&invite_token=${invitation}`);
    assert.equal([status, body.error_code], [404, 'user_not_found']);
  }
});

test('without scopes requests only e-mail and name, and an injected value stays one parameter', async () => {
  const parametersOf = async (query: string) => target(await stack.get(`/authorize?${query}`)).searchParams;
  assert.is((await parametersOf('provider=github')).get('scope'), 'user:email');
  assert.is((await parametersOf('provider=google')).get('scope'), 'email profile');
  assert.is((await parametersOf('provider=apple')).get('scope'), 'email name');
  const injected = await parametersOf(`provider=github&scopes=${encodeURIComponent('repo&client_id=evil#x\r\ny')}`);
  assert.is(injected.get('scope'), 'user:email repo&client_id=evil#x y');
  const own = `client_id=evil&CLIENT_ID=evil&redirect_uri=https://evil.example&state=evil&response_type=token&Code_Challenge=x`;
  const forwarded = await parametersOf(`provider=github&${own}`);
  const { client_id } = world.app('github');
  assert.equal(
    [forwarded.getAll('client_id'), forwarded.getAll('redirect_uri'), forwarded.getAll('response_type')],
    [[client_id], [CALLBACK], ['code']],
  );
  assert.not.match(String(forwarded), /evil/);
});

test('every redirect is 302 or 303, not cached, contains no address, and leads to the site', async () => {
  const evil = encodeURIComponent('https://evil.example/cb');
  const answers = [
    await stack.get(`/authorize?provider=github&redirect_to=${evil}`),
    await callback(await startAndConsent('github', `&redirect_to=${evil}`)),
    await callback(
      await startAndConsent('github', `&redirect_to=${encodeURIComponent('https://localhost:3000@evil.example')}`),
    ),
    await stack.get(`/callback?redirect_to=${evil}`),
    await stack.get(`/callback?state=x&redirect_to=${evil}`),
  ];
  const refused = await startAndConsent('github', `&redirect_to=${evil}`);
  refused.searchParams.delete('code');
  refused.searchParams.set('error', 'access_denied');
  answers.push(await callback(refused));
  for (const [at, answer] of answers.entries()) {
    assert.ok([302, 303].includes(answer.status), String(at));
    assert.is(answer.headers.get('referrer-policy'), 'no-referrer', String(at));
    assert.is(answer.headers.get('cache-control'), 'no-store', String(at));
    if (at > 0) assert.is(target(answer).origin, SITE_URL, String(at));
  }
  const { searchParams, hash } = target(answers[1] as Answer);
  assert.equal([[...searchParams.keys()], hash.includes('access_token')], [[], true]);
});

test('spellings of an address are one address, and an invalid one creates no account', async () => {
  const email = newEmail();
  world.person = newPerson({ email: email.toUpperCase() });
  const { fragment: first } = await consentAndReturn(stack, { world, provider: 'google', flowType: 'implicit' });
  const user = (await stack.get('/user', bearer(first.get('access_token') ?? ''))).body;
  assert.is(user.email, email);
  for (const wrong of [
    `"Bob" <${newEmail()}>`,
    'a@',
    `${newEmail()},b@c.example`,
    `${newEmail()}\n`,
    'a@exаmple.com',
  ]) {
    world.person = newPerson({ email: wrong });
    const { query } = await consentAndReturn(stack, { world, provider: 'google', flowType: 'implicit' });
    assert.is(query.get('error_description'), 'Error getting user email from external provider', wrong);
    const rows = await stack.db.sql`select from auth.identities as i where i.subject = ${world.person.id}`;
    assert.is(rows.length, 0, wrong);
  }
});

test('switched off during the flow for one gateway, while another continues', async () => {
  const off = await stack.another({ ...providerEnvironment(world, ['github']), SVC_EXTERNAL_GITHUB_ENABLED: 'false' });
  const to = await startAndConsent('github');
  const back = new URL((await off.get(to.href.slice(EXTERNAL_URL.length))).headers.get('location') ?? '');
  assert.is(back.searchParams.get('error_code'), 'oauth_provider_not_supported');
  assert.is(target(await callback(to)).searchParams.get('error_code'), 'flow_state_already_used');
});

test('after all attacks, the tables are consistent and a new sign-in works', async () => {
  const [{ twice, astray, codes }] = (await stack.db.sql`select
    (select count(*)::int from (select from auth.identities group by provider, subject having count(*) > 1) as d) as twice,
    (select count(*)::int from auth.users as u where u.raw_app_meta_data -> 'providers' is distinct from (
      select jsonb_agg(d.provider order by d.first, d.provider) from (select i.provider, min(i.created_at) as first
        from auth.identities as i where i.user_id = u.id group by i.provider) as d)) as astray,
    (select count(*)::int from auth.flow_states as f where f.consumed_at is not null and f.verifier is not null) as codes`) as [
    { twice: number; astray: number; codes: number },
  ];
  assert.equal([twice, astray, codes], [0, 0, 0]);
  assert.ok(readRedirectFragment(await callback(await startAndConsent('github'))).has('access_token'));
});

test.run();
