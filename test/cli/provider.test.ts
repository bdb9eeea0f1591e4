// postern provider test: checks a provider's settings and registration before the first sign-in.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDatabaseSettings } from '../../cli/settings.ts';
import type { ProviderConfig } from '../../core/providers/provider.ts';
import { PROVIDERS, requireProvider } from '../../core/providers/registry.ts';
import { providerConfig } from '../../core/settings/provider_settings.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { checkProvider } from '../../gateway/providers/check/check.ts';
import type { Finding } from '../../gateway/providers/check/finding.ts';
import { runInside } from '../support/processes/inside.ts';
import { EXTERNAL_URL } from '../support/processes/stack_parts.ts';
import { providerRow } from '../support/providers/rows.ts';
import { CALLBACK, providerEnvironment } from '../support/providers/sign_in.ts';
import { signAppleSecret } from '../support/providers/signer.ts';
import { KEYCLOAK_URL } from '../support/providers/tenants.ts';
import { startFakeProviders } from '../support/providers/world.ts';

const NAMES = [...PROVIDERS.keys()];
const world = await startFakeProviders({ here: true });
world.register(CALLBACK);
test.after(() => world.close());
test.after.each(() => {
  world.instead = () => null;
});

const env = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', ...providerEnvironment(world, NAMES) };
const settings = readDatabaseSettings(readEnvironment({ env, file: null }));

const look = (name: string, change: Partial<ProviderConfig> = {}): Promise<Finding[]> => {
  const ready = { provider: requireProvider(name), config: { ...providerConfig(name, settings), ...change } };
  return checkProvider(ready, { api_external_url: EXTERNAL_URL, now: Date.now() });
};
/** Returns the states of the checks that did not pass. */
const wrong = (findings: Finding[]): Record<string, string> =>
  Object.fromEntries(findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => [check, state]));
const textOf = (findings: Finding[]): string => findings.map(({ says, advice }) => `${says} → ${advice}`).join('\n');

for (const name of NAMES) {
  test(`${name}: a correct registration passes; a wrong secret, redirect URI or client id is found and named`, async () => {
    const good = await look(name);
    assert.equal(wrong(good), providerRow(name).unseen ?? {}, textOf(good));
    const secret = name === 'apple' ? signAppleSecret(providerConfig(name, settings).client_id) : 'CANARY-secret';
    const refused = await look(name, { secret });
    assert.is(wrong(refused).secret, 'failed', textOf(refused));
    assert.not.match(textOf(refused), 'CANARY');

    const elsewhere = `${CALLBACK}/other`;
    const strayed = await look(name, { redirect_uri: elsewhere });
    assert.is(wrong(strayed).redirect, 'failed', textOf(strayed));
    assert.match(textOf(strayed), elsewhere);
    assert.is(wrong(strayed).settings, 'warning');

    const stranger = await look(name, { client_id: 'nobody' });
    assert.is(wrong(stranger).secret, 'failed', textOf(stranger));
  });
}

test('a page that checks nothing before the user has signed in is not reported as passed', async () => {
  world.instead = ({ url }) =>
    url.pathname === '/oauth/authorize' ? { status: 302, headers: { location: '/users/sign_in' }, body: '' } : null;
  const findings = await look('gitlab');
  assert.equal(wrong(findings), { redirect: 'unknown' });
  assert.match(textOf(findings), /only after a sign-in → it must be registered as http/);
});

test('an error sent as a redirect is an error, and so is a scope that the application may not request', async () => {
  world.instead = ({ url }) =>
    url.pathname === '/o/oauth2/v2/auth'
      ? { status: 302, headers: { location: '/signin/oauth/error?authError=x' }, body: '' }
      : null;
  assert.equal(wrong(await look('google')), { redirect: 'failed' });
  world.instead = ({ url }) =>
    url.pathname.endsWith('/authorize')
      ? { status: 302, headers: { location: `${CALLBACK}?error=invalid_scope` }, body: '' }
      : null;
  const findings = await look('gitlab');
  assert.equal(wrong(findings), { redirect: 'failed' });
  assert.match(textOf(findings), /redirects back with invalid_scope → allow the scopes/);
});

test('a sign-in page of a megabyte is a page', async () => {
  world.instead = ({ url }) =>
    url.pathname === '/o/oauth2/v2/auth' && url.searchParams.get('redirect_uri') === CALLBACK
      ? { headers: { 'content-type': 'text/html' }, body: 'x'.repeat(1_000_000) }
      : null;
  assert.equal(wrong(await look('google')), {});
});

test('discovery: an unknown realm, another issuer, invalid keys, no server', async () => {
  const failing = async (path: string, answer: object | 'cut', expected: Record<string, string>, why: RegExp) => {
    world.instead = ({ url }) => (url.pathname.endsWith(path) ? answer : null);
    const findings = await look('keycloak');
    assert.equal(wrong(findings), expected, textOf(findings));
    assert.match(textOf(findings), why);
  };
  const discovery = 'openid-configuration';
  await failing(
    discovery,
    { status: 404, body: {} },
    { discovery: 'failed' },
    /answered 404 → is it at https:\/\/sso\.example\.com\/realms\/main\? _URL/,
  );
  const other = {
    issuer: 'http://localhost:8080/realms/main',
    jwks_uri: `${KEYCLOAK_URL}/protocol/openid-connect/certs`,
  };
  await failing(
    discovery,
    { body: other },
    { discovery: 'failed' },
    /identifies itself as http:\/\/localhost.* set _URL/,
  );
  const moved = { ...other, issuer: KEYCLOAK_URL, token_endpoint: 'https://sso.example.com/token' };
  await failing(
    discovery,
    { body: moved },
    { discovery: 'warning' },
    /openid-connect\/token is https:\/\/sso.*\/token in the discovery document/,
  );
  await failing('/certs', { body: { keys: [] } }, { keys: 'failed' }, /^0 signing key/m);
  await failing('/certs', { body: '<p>' }, { keys: 'failed' }, /the key set answered neither JSON/);
  await failing('/token', 'cut', { secret: 'failed' }, /the token endpoint cannot be reached → is the provider up/);
  await failing('/token', { status: 503, body: {} }, { secret: 'unknown' }, /answers 503 to a made-up code/);
});

test('apple’s secret: one that is no JWT, belongs to another app, has expired or soon will is reported without a request', async () => {
  const { client_id } = providerConfig('apple', settings);
  const adviceFor = async (secret: string): Promise<string> => {
    const [first] = (await look('apple', { secret })).filter(({ check }) => check === 'secret');
    return `${first?.state}: ${first?.says}`;
  };
  assert.match(await adviceFor('key'), /^failed: it is no JWT/);
  assert.match(await adviceFor(signAppleSecret('other')), /^failed: it has another sub/);
  assert.match(await adviceFor(signAppleSecret(client_id, -60)), /^failed: it expired on \d{4}-/);
  assert.match(await adviceFor(signAppleSecret(client_id, 86_400)), /^warning: it expires on \d{4}-/);
});

test('the command exits with 0 if nothing is wrong, 1 otherwise, and prints a line per check and no secret', async () => {
  const { secret } = world.app('github');
  const here = {
    ...env,
    ...world.environment,
    SVC_API_EXTERNAL_URL: EXTERNAL_URL,
    SVC_EXTERNAL_GITHUB_ENABLED: 'false',
  };
  const good = await runInside(['provider', 'test', 'GitHub'], { env: here });
  assert.is(good.code, 0, good.stdout + good.stderr);
  assert.match(good.stdout, /^ok {7}settings .*\nok {7}redirect .*\nok {7}secret .*\nGitHub is disabled/);
  const bad = { ...here, SVC_EXTERNAL_GITHUB_SECRET: 'CANARY' };
  const json = await runInside(['provider', 'test', 'github', '--json'], { env: bad });
  assert.is(json.code, 1);
  const { findings } = JSON.parse(json.stdout) as { findings: Finding[] };
  assert.equal(wrong(findings), { secret: 'failed' });
  assert.match(textOf(findings), 'Developer settings');
  assert.not.match(good.stdout + good.stderr + json.stdout + json.stderr, 'CANARY');
  assert.not((good.stdout + good.stderr).includes(secret));
});

test('with the embedded start, the redirect URI has the address on which it listens', async () => {
  const { DATABASE_URL: _, ...rest } = { ...env, ...world.environment, PORT: '9123' };
  const here = { ...rest, SVC_EXTERNAL_GITHUB_REDIRECT_URI: 'http://localhost:9123/callback' };
  const { stdout } = await runInside(['provider', 'test', 'github', '--json'], { env: here });
  const [first] = (JSON.parse(stdout) as { findings: Finding[] }).findings;
  assert.equal([first?.check, first?.state], ['settings', 'ok'], first?.says);
});

test('the command names missing settings and an unknown provider; list shows the enabled ones', async () => {
  const here = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', SVC_EXTERNAL_KEYCLOAK_ENABLED: 'true' };
  const incomplete = await runInside(['provider', 'test', 'keycloak'], { env: here });
  assert.is(incomplete.code, 1);
  assert.match(incomplete.stderr, /^Not set: SVC_EXTERNAL_KEYCLOAK_CLIENT_ID, .*_SECRET, .*_REDIRECT_URI, .*_URL\./);
  assert.match((await runInside(['provider', 'test', 'nobody'], { env: here })).stderr, /^There is no provider nobody/);
  const { stdout } = await runInside(['provider', 'list', '--json'], { env: here });
  const { providers } = JSON.parse(stdout) as { providers: { name: string; enabled: boolean; missing: string }[] };
  assert.is(providers.length, NAMES.length);
  const on = providers.filter(({ enabled }) => enabled).map(({ name, missing }) => [name, missing]);
  assert.equal(on, [['keycloak', 'missing OAuth client ID']]);
});

test.run();
