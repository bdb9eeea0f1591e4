// Errors during a provider flow: in the redirect to the app, in the page of /authorize, and in the log.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shiftClock } from '../../support/database/clock.ts';
import { SITE_URL, type TestGateway } from '../../support/processes/stack.ts';
import type { ThirdPartyResponse } from '../../support/providers/third_party.ts';
import { providerFlows, redirectErrors, redirectTarget } from './journey.ts';
import { newPerson, startServerWithGitHub } from './mock.ts';

const { github, stack } = await startServerWithGitHub();

const { depart } = providerFlows(stack, github);

test('a state that is missing, no UUID, unknown, used or expired: SITE_URL with the error in the query only', async () => {
  const failing = async (path: string, code: string, text: string): Promise<void> => {
    const answer = await stack.get(path);
    assert.is(answer.status, 303);
    const { origin, searchParams, hash } = redirectTarget(answer);
    assert.equal([origin, hash], [SITE_URL, '']);
    assert.equal(Object.fromEntries(searchParams), {
      error: 'invalid_request',
      error_code: code,
      error_description: text,
    });
  };
  await failing('/callback', 'bad_oauth_callback', 'OAuth state parameter missing');
  await failing('/callback?state=x&code=1', 'bad_oauth_state', 'OAuth state parameter is invalid');
  const unknown = '/callback?code=1&state=0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11';
  await failing(unknown, 'bad_oauth_state', 'OAuth state not found or expired');
  const pkce = `&code_challenge=${'a'.repeat(43)}&code_challenge_method=s256`;
  const used = github.consent(await depart(pkce), newPerson());
  await stack.get(used);
  await failing(used, 'flow_state_already_used', 'State has already been used');
  const late = github.consent(await depart(), newPerson());
  await shiftClock(stack.db, 301);
  await failing(late, 'bad_oauth_state', 'OAuth state has expired');
});

test('a provider that was disabled during the flow gets no request', async () => {
  const off = await stack.another({ SVC_EXTERNAL_GITHUB_ENABLED: 'false' });
  const callback = github.consent(await depart(), newPerson());
  const before = github.requests.length;
  assert.equal(redirectErrors(await off.get(callback)), {
    error: 'invalid_request',
    error_code: 'oauth_provider_not_supported',
    error_description: 'Unsupported provider: provider is not enabled',
  });
  assert.is(github.requests.length, before);
});

test('/authorize shows errors in the page: unknown, disabled, incomplete, mismatched PKCE; without a query', async () => {
  const failing = async (query: string, msg: string, node: Pick<TestGateway, 'get'> = stack): Promise<void> => {
    const { status, body } = await node.get(`/authorize?${query}`);
    assert.equal([status, body], [400, { code: 400, error_code: 'validation_failed', msg }], query);
  };
  await failing('provider=nobody', 'Unsupported provider: Provider nobody could not be found');
  await failing('', 'Unsupported provider: Provider  could not be found');
  await failing('provider=github&code_challenge=x', 'PKCE flow requires code_challenge_method and code_challenge');
  await failing(
    `provider=github&code_challenge=${'a'.repeat(43)}&code_challenge_method=md5`,
    'Invalid code_challenge_method',
  );
  const none = await stack.another({ SVC_EXTERNAL_GITHUB_ENABLED: 'false' });
  await failing('provider=github', 'Unsupported provider: provider is not enabled', none);
  for (const [part, msg] of [
    ['CLIENT_ID', 'missing OAuth client ID'],
    ['SECRET', 'missing OAuth secret'],
    ['REDIRECT_URI', 'missing redirect URI'],
  ]) {
    const node = await stack.another({ [`SVC_EXTERNAL_GITHUB_${part}`]: '' });
    await failing('provider=github', `Unsupported provider: ${msg}`, node);
  }
  const offered = (await stack.get('/settings')).body.external as Record<string, boolean>;
  assert.equal([offered.github, Object.keys(offered).length], [true, 23]);
});

test('faults of a provider redirect to the app, with the provider and the reason in the log, and no secret', async () => {
  const exchange = { error: 'server_error', error_code: 'unexpected_failure' };
  const profile = { ...exchange, error_description: 'Error getting user profile from external provider' };
  const HTML = { headers: { 'content-type': 'text/html' }, body: '<p>CANARY</p>' };
  const failing = async (
    path: string,
    reaction: ThirdPartyResponse | 'cut',
    expected: Record<string, string>,
    why: RegExp,
  ): Promise<void> => {
    github.faults.set(path, () => reaction);
    const callback = github.consent(await depart(), newPerson());
    const values = redirectErrors(await stack.get(callback));
    const first = new URL(callback, SITE_URL).searchParams.get('code')?.slice(0, 4);
    assert.equal(values, { error_description: `Unable to exchange external code: ${first}`, ...expected });
    assert.match(stack.log(), why);
    github.faults.clear();
  };
  await failing('access_token', HTML, exchange, /github: the token endpoint answered neither JSON nor a form/);
  await failing(
    'access_token',
    { body: { error: 'bad_verification_code', error_description: 'CANARY' } },
    exchange,
    /github: the token endpoint gave no access token: bad_verification_code/,
  );
  await failing('access_token', { status: 503, body: 'CANARY' }, exchange, /github: the token endpoint answered 503/);
  await failing(
    'access_token',
    { body: `{"access_token":"${'x'.repeat(300_000)}"}` },
    exchange,
    /github: the token endpoint answered more than 256 KiB/,
  );
  await failing('access_token', 'cut', exchange, /github: the token endpoint cannot be reached/);
  await failing(
    'access_token',
    { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
    exchange,
    /github: the token endpoint answered 307/,
  );
  await failing('/user', { status: 500 }, profile, /github: the request for user answered 500/);
  await failing('/user', HTML, profile, /github: the request for user answered neither/);
  await failing(
    '/user',
    { body: '{"id":"\\u0000"}' },
    profile,
    /github: the request for user answered what cannot be kept/,
  );
  await failing('/user', { body: {} }, profile, /github: the profile has no valid subject/);
  assert.not.match(stack.log(), /CANARY/);
});

test('a provider that does not answer in time', async () => {
  const hasty = await stack.another({ SVC_API_MAX_REQUEST_DURATION: '1' });
  github.faults.set('access_token', () => 'hang');
  const callback = github.consent(await depart(), newPerson());
  assert.is(redirectErrors(await hasty.get(callback)).error_code, 'unexpected_failure');
  assert.match(hasty.log(), /github: the token endpoint did not answer in time/);
});

test('passes on the error of the provider; a callback without a code is an error; the log has provider and reason', async () => {
  const before = stack.log().length;
  const lines = () =>
    stack
      .log()
      .slice(before)
      .split('\n')
      .filter((line) => line.includes('"/callback"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const state = new URL(await depart()).searchParams.get('state');
  assert.equal(redirectErrors(await stack.get(`/callback?state=${state}&error=access_denied&error_description=No`)), {
    error: 'access_denied',
    error_description: 'No',
  });
  const other = new URL(await depart()).searchParams.get('state');
  assert.equal(redirectErrors(await stack.get(`/callback?state=${other}`)), {
    error: 'invalid_request',
    error_code: 'bad_oauth_callback',
    error_description: 'OAuth callback with missing authorization code missing',
  });
  const third = new URL(await depart()).searchParams.get('state');
  await stack.get(`/callback?state=${third}&error=somebody%40example.com+CANARY&error_description=CANARY`);
  assert.equal(
    lines().map(({ provider, reason, error }) => [provider, reason, error]),
    [
      ['github', 'github: came back with an error: access_denied', undefined],
      ['github', undefined, 'OAuth callback with missing authorization code missing'],
      ['github', 'github: came back with an error', undefined],
    ],
  );
  assert.not.match(stack.log().slice(before), /CANARY/);
});

test('rejects a callback that names another issuer before it requests a token', async () => {
  const callback = github.consent(await depart(), newPerson());
  const before = github.requests.length;
  const evil = '&iss=https%3A%2F%2Fevil.example';
  const refused = {
    error: 'invalid_request',
    error_code: 'bad_oauth_callback',
    error_description: 'OAuth callback is of another issuer',
  };
  assert.equal(redirectErrors(await stack.get(callback + evil)), refused);
  assert.is(github.requests.length, before);
  const state = new URL(await depart()).searchParams.get('state');
  const error = `/callback?state=${state}&error=access_denied&error_description=Pay+here${evil}`;
  assert.equal(redirectErrors(await stack.get(error)), refused, 'nor does the client get its error');
});

test.run();
