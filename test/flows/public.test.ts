// Public routes: GET /health, GET /settings and the OpenID configuration. Also responses to unknown paths and wrong
// methods.
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startStack } from '../support/processes/stack.ts';

const stack = await startStack({ worker: false, env: { SVC_EXTERNAL_GITHUB_ENABLED: 'true' } });
const other = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true', SVC_DISABLE_SIGNUP: 'true' });
test.after(() => stack.close());

test('GET /health: exactly three members, in no log', async () => {
  const { status, body } = await stack.get('/health');
  assert.is(status, 200);
  assert.equal(Object.keys(body).sort(), ['description', 'name', 'version']);
  assert.is(body.name, 'Postern');
  assert.match(String(body.version), /^\d+\.\d+\.\d+/);
  assert.not.match(stack.log(), '"/health"');
});

test('GET /settings: every listed provider, the switches, nothing secret', async () => {
  const { status, body } = await stack.get('/settings');
  assert.is(status, 200);
  const { external, ...rest } = body as { external: Record<string, boolean> };
  assert.equal(Object.keys(external).sort(), [
    'apple',
    'azure',
    'bitbucket',
    'discord',
    'facebook',
    'figma',
    'fly',
    'github',
    'gitlab',
    'google',
    'kakao',
    'keycloak',
    'linkedin',
    'notion',
    'slack',
    'snapchat',
    'spotify',
    'twitch',
    'twitter',
    'vercel_marketplace',
    'workos',
    'x',
    'zoom',
  ]);
  const on = Object.keys(external).filter((name) => external[name] !== false);
  assert.equal(on, ['github'], 'the one that a setting enables');
  assert.is(external.github, true);
  assert.equal(rest, {
    disable_signup: false,
    autoconfirm: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: false,
  });
  const switched = (await other.get('/settings')).body;
  assert.is(switched.disable_signup, true);
  assert.is(switched.autoconfirm, true);
  assert.is(switched.mailer_autoconfirm, true);
});

test('unknown paths, wrong methods and a trailing slash: JSON, below 500', async () => {
  const unknown = await stack.get('/nothing');
  assert.is(unknown.status, 404);
  assert.is(unknown.body.error_code, 'not_found');
  const method = await stack.request('DELETE', '/settings');
  assert.is(method.status, 405);
  assert.is(method.headers.get('allow'), 'GET');
});

test('GET /.well-known/openid-configuration names the issuer and the keys', async () => {
  const path = '/.well-known/openid-configuration';
  const { status, body, headers } = await stack.get(path);
  const base = stack.settings.api_external_url;
  assert.is(status, 200);
  assert.equal(body, {
    issuer: base,
    jwks_uri: `${base}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ['HS256'],
  });
  assert.match(headers.get('cache-control') ?? '', /public/);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'k', key_ops: ['sign'] };
  const named = await stack.another({
    SVC_JWT_ISSUER: 'https://issuer.example/auth',
    SVC_JWT_KEYS: JSON.stringify([jwk]),
  });
  const { body: second } = await named.get(path);
  assert.equal(
    [second.issuer, second.id_token_signing_alg_values_supported],
    ['https://issuer.example/auth', ['ES256']],
  );
});

test.run();
