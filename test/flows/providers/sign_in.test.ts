// The complete sign-in with an external provider and auth-js, with the implicit flow and with PKCE.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf, createClient, expectData, sessionOf } from '../../support/clients/client.ts';
import { countSignIns, METRICS_SETTINGS } from '../../support/clients/scrape.ts';
import { type Answer, readRedirectFragment, SITE_URL } from '../../support/processes/stack.ts';
import { providerFlows, redirectTarget } from './journey.ts';
import { newPerson, REDIRECT_URI, startServerWithGitHub } from './mock.ts';

const { github, stack } = await startServerWithGitHub(METRICS_SETTINGS);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const { depart, signedIn, userOf } = providerFlows(stack, github);

test("implicit: signInWithOAuth leads to the provider, the callback to a session and the provider's tokens in the fragment", async () => {
  const { auth } = createClient(stack.url);
  const options = {
    redirectTo: `${SITE_URL}/cb?z=1`,
    scopes: 'repo,gist',
    queryParams: { prompt: 'consent', client_id: 'evil' },
  };
  const { url } = expectData(
    await auth.signInWithOAuth({ provider: 'github', options: { ...options, skipBrowserRedirect: true } }),
  );
  const there = await fetch(url, { redirect: 'manual' });
  assert.is(there.status, 302);
  const location = there.headers.get('location') ?? '';
  const { searchParams } = new URL(location);
  const { state, code_challenge, ...rest } = Object.fromEntries(searchParams);
  assert.match(state ?? '', UUID);
  assert.match(code_challenge ?? '', /^[\w-]{43}$/);
  assert.equal(rest, {
    client_id: 'github-client',
    code_challenge_method: 'S256',
    prompt: 'consent',
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'user:email repo gist',
  });
  assert.equal([...searchParams.keys()], [...searchParams.keys()].sort());

  const person = newPerson();
  const back = await stack.get(github.consent(location, person));
  assert.is(back.status, 302);
  assert.is(back.headers.get('cache-control'), 'no-store');
  assert.is(back.headers.get('referrer-policy'), 'no-referrer');
  assert.match(back.headers.get('location') ?? '', /^http:\/\/localhost:3000\/cb\?z=1#access_token=/);
  const values = Object.fromEntries(readRedirectFragment(back));
  assert.equal(Object.keys(values), [
    'access_token',
    'expires_at',
    'expires_in',
    'provider',
    'provider_refresh_token',
    'provider_token',
    'refresh_token',
    'sb',
    'token_type',
  ]);
  assert.is(values.provider, 'github');
  assert.match(values.provider_token ?? '', /^gho_/);
  const { id } = person;
  const email = person.emails[0]?.email;
  const user = await userOf(values.access_token ?? '');
  assert.is(user.email, email);
  assert.ok(user.email_confirmed_at);
  assert.equal(user.app_metadata, { provider: 'github', providers: ['github'] });
  const [identity] = user.identities as Record<string, unknown>[];
  assert.equal([identity?.provider, identity?.id], ['github', String(id)]);
  assert.equal(identity?.identity_data, user.user_metadata);
  assert.equal(user.user_metadata, {
    avatar_url: 'https://avatars.example/1',
    email,
    email_verified: true,
    full_name: person.name,
    iss: `${github.env.SVC_EXTERNAL_GITHUB_URL}/api/v3`,
    name: person.name,
    phone_verified: false,
    preferred_username: person.login,
    provider_id: String(id),
    sub: String(id),
    user_name: person.login,
  });
  assert.equal((claimsOf(values.access_token ?? '').amr as { method: string }[])[0]?.method, 'oauth');
});

test('T107: PKCE: the code is exchanged with the verifier; provider_token is returned, and stored neither in clear nor in the user', async () => {
  const { auth } = createClient(stack.url, { flowType: 'pkce' });
  const options = { redirectTo: `${SITE_URL}/cb`, skipBrowserRedirect: true } as const;
  const { url } = expectData(await auth.signInWithOAuth({ provider: 'github', options }));
  const there = await fetch(url, { redirect: 'manual' });
  const back = await stack.get(github.consent(there.headers.get('location') ?? '', newPerson()));
  assert.match(back.headers.get('location') ?? '', /^http:\/\/localhost:3000\/cb\?code=[0-9a-f-]{36}$/);
  const [kept] = await stack.db
    .sql`select row_to_json(f)::text as row from auth.flow_states as f where f.provider_tokens is not null`;
  assert.not.match(String(kept?.row), /CANARY/);
  const session = sessionOf(await auth.exchangeCodeForSession(redirectTarget(back).searchParams.get('code') ?? ''));
  assert.match(session.provider_token ?? '', /^gho_CANARY/);
  assert.match(session.provider_refresh_token ?? '', /^ghr_CANARY/);
  assert.not.match(JSON.stringify([session.user, claimsOf(session.access_token)]), /CANARY/);
  const rows = await stack.db.sql`select from auth.flow_states as f where f.provider_tokens is not null`;
  assert.is(rows.length, 0);
  assert.not.match(stack.log(), /CANARY/);
});

test('T100a: the name is case-insensitive; the second sign-in finds the same account by the subject, even if the address has changed', async () => {
  const person = newPerson();
  const first = await signedIn(person);
  const renamed = { ...person, name: 'Renamed', emails: newPerson().emails };
  const answer = await stack.get(
    github.consent((await stack.get('/authorize?provider=GitHub')).headers.get('location') ?? '', renamed),
  );
  const access_token = readRedirectFragment(answer).get('access_token') ?? '';
  const user = await userOf(access_token);
  assert.is(user.id, first.id);
  assert.is(user.email, person.emails[0]?.email);
  assert.is((user.user_metadata as Record<string, unknown>).name, 'Renamed');
  assert.equal(
    (user.identities as { provider: string }[]).map(({ provider }) => provider),
    ['github'],
  );
});

test('T101: a state works once: 50 concurrent uses give one session', async () => {
  const callback = github.consent(await depart(), newPerson());
  const answers = await Promise.all(Array.from({ length: 50 }, () => stack.get(callback)));
  const sessions = answers.filter((answer) => readRedirectFragment(answer).has('access_token'));
  assert.is(sessions.length, 1);
  const { sub } = claimsOf(readRedirectFragment(sessions[0] as Answer).get('access_token') ?? '');
  const rows = await stack.db.sql`select from auth.sessions as s where s.user_id = ${String(sub)}`;
  assert.is(rows.length, 1);
  for (const answer of answers.filter((one) => one !== sessions[0])) {
    assert.is(answer.status, 303);
    assert.match(
      answer.headers.get('location') ?? '',
      /^http:\/\/localhost:3000\?error=invalid_request&error_code=(bad_oauth_state|flow_state_already_used)&/,
    );
  }
  assert.is(redirectTarget(await stack.get(callback)).searchParams.get('error_code'), 'bad_oauth_state');
});

test('50 concurrent first sign-ins of one identity create one user', async () => {
  const person = newPerson();
  const callbacks = await Promise.all(Array.from({ length: 50 }, async () => github.consent(await depart(), person)));
  const answers = await Promise.all(callbacks.map((callback) => stack.get(callback)));
  const ids = new Set(answers.map((answer) => claimsOf(readRedirectFragment(answer).get('access_token') ?? '').sub));
  assert.is(ids.size, 1, answers.map((answer) => answer.headers.get('location')).join('\n'));
  const rows = await stack.db.sql`select from auth.identities as i where i.subject = ${String(person.id)}`;
  assert.is(rows.length, 1);
});

test('T100: the callback accepts a posted form', async () => {
  const [, form = ''] = github.consent(await depart(), newPerson()).split('?');
  const answer = await stack.post('/callback', form, { 'content-type': 'application/x-www-form-urlencoded' });
  assert.is(answer.status, 302);
  assert.ok(readRedirectFragment(answer).get('access_token'));
});

test('counts these sign-ins as provider, by outcome', async () => {
  const before = await countSignIns(stack, 'provider');
  assert.ok(before.ok > 50);
  assert.is((await stack.get('/callback?state=none&code=x')).status, 303);
  assert.equal(await countSignIns(stack, 'provider'), { ...before, refused: before.refused + 1 });
});

test.run();
