// Every provider through the real client, implicit and PKCE, against mocks at the providers' own host names: first sign-in,
// second, an account that is found by its address, a banned one, and a server that takes no new accounts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGISTRY } from '../../../gateway/providers/registry.ts';
import { SERVICE } from '../../support/admin.ts';
import { CALLBACK, comeBack, providerEnvironment, signIn } from '../../support/providers/sign_in.ts';
import { createWorld, newPerson } from '../../support/providers/world.ts';
import { EXTERNAL_URL, startStack } from '../../support/stack.ts';

const PROVIDERS = Object.keys(REGISTRY);
/** Those that vouch for no address: a mail does. */
const UNVERIFIED = new Set(['spotify']);
const FLOWS = ['implicit', 'pkce'] as const;

const world = await createWorld({ here: true });
world.register(CALLBACK);
const stack = await startStack({ env: providerEnvironment(world, PROVIDERS) });
const closed = await stack.another({ ...providerEnvironment(world, PROVIDERS), SVC_DISABLE_SIGNUP: 'true' });
test.after(async () => {
  await stack.close();
  await world.close();
});

/** Somebody new at the browser, who has an account by this provider. */
async function member(provider: string, flowType: 'implicit' | 'pkce' = 'implicit') {
  world.person = newPerson();
  if (!UNVERIFIED.has(provider)) return signIn(stack, { world, provider, flowType });
  const { query } = await comeBack(stack, { world, provider, flowType });
  assert.is(query.get('error_code'), 'provider_email_needs_verification');
  await stack.get((await stack.mail(world.person.email ?? '')).path);
  return signIn(stack, { world, provider, flowType });
}

for (const provider of PROVIDERS) {
  for (const flowType of FLOWS) {
    test(`${provider}, ${flowType}: the first sign-in makes an account, the second finds it`, async () => {
      const first = await member(provider, flowType);
      const { user } = first.session;
      assert.is(user.email, world.person.email);
      assert.ok(user.email_confirmed_at);
      assert.equal(user.app_metadata, { provider, providers: [provider] });
      assert.is(user.is_anonymous, false);
      const own = user.identities?.find((identity) => identity.provider === provider);
      assert.is(own?.user_id, user.id);
      assert.is(own?.identity_data?.sub, own?.id);
      assert.is(user.user_metadata.full_name === undefined, false, 'a name');
      assert.ok(first.provider_token, 'the token of the provider');
      assert.not.match(JSON.stringify(user), first.provider_token);
      const second = await signIn(stack, { world, provider, flowType });
      assert.is(second.session.user.id, user.id);
      assert.is(second.session.user.identities?.length, user.identities?.length);
      assert.is.not(second.session.refresh_token, first.session.refresh_token);
    });

    test(`${provider}, ${flowType}: an account with the address is signed in where the provider vouches for it`, async () => {
      world.person = newPerson();
      const { body } = await stack.post('/admin/users', { email: world.person.email, email_confirm: true }, SERVICE);
      if (UNVERIFIED.has(provider)) {
        const { query, fragment } = await comeBack(stack, { world, provider, flowType });
        assert.is(query.get('error_code'), 'provider_email_needs_verification');
        assert.is(fragment.get('error'), 'access_denied');
        return;
      }
      const { session } = await signIn(stack, { world, provider, flowType });
      assert.is(session.user.id, body.id);
      assert.equal(session.user.app_metadata.providers, ['email', provider]);
    });
  }

  test(`${provider}: nobody who is banned comes in, and no account is made while sign-up is off`, async () => {
    const { session } = await member(provider);
    const known = world.person;
    assert.is((await signIn(closed, { world, provider, flowType: 'pkce' })).session.user.id, session.user.id);
    world.person = newPerson();
    const away = await comeBack(closed, { world, provider, flowType: 'implicit' });
    assert.is(away.query.get('error'), 'access_denied');
    assert.is(away.fragment.get('error_code'), 'signup_disabled');

    world.person = known;
    await stack.db.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${session.user.id}`;
    for (const flowType of FLOWS) {
      const { query, fragment } = await comeBack(stack, { world, provider, flowType });
      assert.is(query.get('error'), 'access_denied');
      assert.is(fragment.get('error_code'), 'user_banned');
      assert.is(query.has('code') || fragment.has('access_token'), false);
    }
  });
}

/** Leaves for Twitter and consents there: the way back. */
async function fromTwitter(): Promise<URL> {
  world.person = newPerson();
  const there = (await stack.get('/authorize?provider=twitter')).headers.get('location') ?? '';
  const { to } = await world.visit(there);
  if (to === null) throw new Error('Twitter showed a page');
  return to;
}

test('V50: twitter, denied, with another sign-in’s token or with a forged verifier, tells no token and makes no account', async () => {
  const other = (await fromTwitter()).searchParams.get('oauth_token') ?? '';
  const changes: ((query: URLSearchParams) => void)[] = [
    (query) => {
      query.set('denied', query.get('oauth_token') ?? '');
      query.delete('oauth_token');
      query.delete('oauth_verifier');
    },
    (query) => query.set('oauth_token', other),
    (query) => query.set('oauth_verifier', 'forged'),
  ];
  for (const change of changes) {
    const to = await fromTwitter();
    change(to.searchParams);
    const back = await stack.get(to.href.slice(EXTERNAL_URL.length));
    const told = new URL(back.headers.get('location') ?? '').searchParams;
    assert.is(told.get('error'), 'server_error');
    assert.is(told.get('error_description'), 'Unable to retrieve access token');
    const [found] = await stack.db.sql`select id from auth.users where email = ${world.person.email}`;
    assert.is(found, undefined);
  }
});

test('twitter that cannot be asked is said at /authorize, and in the log by its name', async () => {
  world.instead = ({ url }) => (url.pathname === '/oauth/request_token' ? { status: 503, body: 'busy' } : null);
  const answer = await stack.get('/authorize?provider=twitter');
  world.instead = () => null;
  assert.is(answer.status, 400);
  assert.is(answer.body.msg, 'Unsupported provider: Twitter cannot be asked');
  assert.match(stack.log(), 'twitter: the endpoint of request tokens answered 503');
});

test('O14: no token of a provider is in the log, nor in a table', async () => {
  const { provider_token } = await member('github', 'pkce');
  await comeBack(stack, { world, provider: 'github', flowType: 'pkce' });
  const given = world.requests.flatMap(({ headers }) => /^Bearer (.+)/.exec(headers.authorization ?? '')?.[1] ?? []);
  const [row] = await stack.db.sql`select
    (select coalesce(json_agg(f), '[]') from auth.flow_states f)::text || (select json_agg(i) from auth.identities i)::text
    || (select json_agg(u) from auth.users u)::text || (select coalesce(json_agg(a), '[]') from auth.audit_log a)::text as kept`;
  assert.ok(given.includes(provider_token));
  for (const token of given) assert.not((stack.log() + String(row?.kept)).includes(token), token);
});

test.run();
