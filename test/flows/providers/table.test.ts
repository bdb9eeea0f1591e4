// runner: when=sql,gateway,core

// Sign-in with each provider, special cases of Twitter's protocol, and the absence of provider tokens from logs and
// tables.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PROVIDERS } from '../../../core/providers/registry.ts';
import { EXTERNAL_URL } from '../../support/processes/stack.ts';
import { consentAndReturn } from '../../support/providers/sign_in.ts';
import { createMember, startProviderTests, testProvider } from '../../support/providers/table.ts';
import { newPerson } from '../../support/providers/world.ts';

const NAMES = [...PROVIDERS.keys()];
const table = await startProviderTests(NAMES);
const { world, stack } = table;

for (const provider of NAMES) testProvider(table, provider);

/** Starts a flow with Twitter and consents. Returns the callback URL. */
async function twitterCallback(): Promise<URL> {
  world.person = newPerson();
  const there = (await stack.get('/authorize?provider=twitter')).headers.get('location') ?? '';
  const { to } = await world.visit(there);
  if (to === null) throw new Error('Twitter showed a page');
  return to;
}

test('twitter: a denial, another sign-in’s token and a forged verifier reveal no token and create no account', async () => {
  const other = (await twitterCallback()).searchParams.get('oauth_token') ?? '';
  const changes: [why: string, change: (query: URLSearchParams) => void][] = [
    [
      'nobody has consented',
      (query) => {
        query.set('denied', query.get('oauth_token') ?? '');
        query.delete('oauth_token');
        query.delete('oauth_verifier');
      },
    ],
    ['the token is of another sign-in', (query) => query.set('oauth_token', other)],
    ['the token endpoint answered 401', (query) => query.set('oauth_verifier', 'forged')],
  ];
  for (const [why, change] of changes) {
    const to = await twitterCallback();
    change(to.searchParams);
    const back = await stack.get(to.href.slice(EXTERNAL_URL.length));
    const parameters = new URL(back.headers.get('location') ?? '').searchParams;
    assert.is(parameters.get('error'), 'server_error');
    assert.is(parameters.get('error_description'), 'Unable to retrieve access token');
    assert.match(stack.log(), `twitter: ${why}`);
    const [found] = await stack.db.sql`select id from auth.users where email = ${world.person.email}`;
    assert.is(found, undefined);
  }
});

test('twitter: /authorize reports an unreachable Twitter, and the log names it', async () => {
  world.instead = ({ url }) => (url.pathname === '/oauth/request_token' ? { status: 503, body: 'busy' } : null);
  const answer = await stack.get('/authorize?provider=twitter');
  world.instead = () => null;
  assert.is(answer.status, 400);
  assert.is(answer.body.msg, 'Unsupported provider: Twitter cannot be asked');
  assert.match(stack.log(), 'twitter: the endpoint of request tokens answered 503');
});

test('no token of a provider is in the log or in a table', async () => {
  const { provider_token } = await createMember(table, 'github', 'pkce');
  await consentAndReturn(stack, { world, provider: 'github', flowType: 'pkce' });
  const given = world.requests.flatMap(({ headers }) => /^Bearer (.+)/.exec(headers.authorization ?? '')?.[1] ?? []);
  const [row] = await stack.db.sql`select
    (select coalesce(json_agg(f), '[]') from auth.flow_states f)::text || (select json_agg(i) from auth.identities i)::text
    || (select json_agg(u) from auth.users u)::text || (select coalesce(json_agg(a), '[]') from auth.audit_log a)::text as kept`;
  assert.ok(given.includes(provider_token));
  for (const token of given) assert.not((stack.log() + String(row?.kept)).includes(token), token);
});

test.run();
