// postern provider add, list, remove: custom providers, whose secret comes from a file or standard input and is stored
// sealed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import type { Finding } from '../../gateway/providers/check/finding.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { runInside } from '../support/processes/inside.ts';
import { JWT_SECRET, PEPPER } from '../support/processes/keys.ts';
import { startIssuer } from '../support/providers/issuer.ts';
import { environmentFor, runWithInput } from './admin.ts';

let db: TestDatabase;
let env: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'postern-provider-'));
const secret_file = join(folder, 'secret');
writeFileSync(secret_file, 'CANARY-secret\n');

test.before(async () => {
  db = await createDatabase({ template: 'migrated' });
  env = { ...environmentFor(db), SVC_JWT_SECRET: JWT_SECRET, SVC_SECURITY_PEPPER: PEPPER };
});
test.after(async () => {
  rmSync(folder, { recursive: true });
  await db.drop();
});

const run = (args: string[], more: Record<string, string> = {}) =>
  runInside(['provider', ...args], { env: { ...env, ...more } });
const COMMON = ['--name', 'Acme', '--client-id', 'x', '--secret-file', secret_file];
// URLs with IP addresses, so that no name must be resolved.
const URLS = ['authorization', 'token', 'userinfo'].flatMap((name) => [`--${name}-url`, `https://1.1.1.1/${name}`]);

test('adds a provider with its description, lists it with those of the settings, removes it; the secret is sealed', async () => {
  const more = [
    '--scope',
    'a',
    '--scope',
    'b',
    '--map',
    'user.id=sub',
    '--param',
    'prompt=login',
    '--no-pkce',
    '--json',
  ];
  const added = await run(['add', 'custom:acme', '--type', 'oauth2', ...COMMON, ...URLS, ...more]);
  assert.is(added.code, 0, added.stderr);
  const provider = JSON.parse(added.stdout) as Record<string, unknown>;
  assert.equal(
    [provider.scopes, provider.attribute_mapping, provider.authorization_params, provider.pkce_enabled],
    [['a', 'b'], { 'user.id': 'sub' }, { prompt: 'login' }, false],
  );
  const [row] = await db.sql`select id, client_secret from auth.custom_providers`;
  const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });
  assert.is(ring.open(String(row?.client_secret), String(row?.id)), 'CANARY-secret');
  const listed = await run(['list']);
  assert.match(listed.stdout, /custom:acme +Acme +on +x/);
  assert.match(listed.stdout, /github +GitHub +off/);
  assert.not.match(added.stdout + added.stderr + listed.stdout, /CANARY/);
  assert.is((await run(['remove', 'custom:acme'])).code, 1, 'fails without a terminal to confirm at');
  assert.is((await run(['remove', 'custom:acme', '--yes'])).code, 0);
  const again = await run(['remove', 'custom:acme', '--yes', '--json']);
  assert.equal([again.code, JSON.parse(again.stderr).error.code], [1, 'custom_provider_not_found']);
});

test('refuses invalid input with its reason, and stores nothing', async () => {
  const inside = await run(['add', 'custom:a', '--type', 'oidc', ...COMMON, '--issuer', 'https://127.0.0.1:1']);
  assert.equal([inside.code, inside.stderr.trim()], [1, 'The URL in issuer is in a private network']);
  const away = await run(['add', 'custom:a', '--type', 'oidc', ...COMMON, '--issuer', 'https://127.0.0.1:1'], {
    SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.1',
  });
  assert.match(away.stderr, 'OIDC discovery failed: the discovery document cannot be reached');
  const named = await run(['add', 'acme', '--type', 'oauth2', ...COMMON, ...URLS]);
  assert.match(named.stderr, "identifier must start with 'custom:' prefix");
  const bare = await run(['add', 'custom:a', '--type', 'oauth2', '--name', 'A', '--client-id', 'x', ...URLS]);
  assert.equal([bare.code, bare.stderr.includes('--secret-file FILE or --secret-stdin')], [2, true]);
  const keyless = await run(['add', 'custom:a', '--type', 'oauth2', ...COMMON, ...URLS], {
    SVC_JWT_SECRET: '',
    SVC_SECURITY_PEPPER: '',
  });
  assert.match(keyless.stderr, 'the client secret is sealed with it');
  assert.equal([...(await db.sql`select 1 from auth.custom_providers`)], []);
});

test('seals the secret from standard input; an empty one is refused', async () => {
  const rest = ['--name', 'Acme', '--client-id', 'x', '--secret-stdin', '--json'];
  const args = ['provider', 'add', 'custom:piped', '--type', 'oauth2', ...rest, ...URLS];
  const empty = await runWithInput(args, env, '\n');
  assert.equal([empty.code, /client_secret/.test(empty.stderr)], [1, true], empty.stderr);
  const added = await runWithInput(args, env, 'CANARY piped\n');
  assert.is(added.code, 0, added.stderr);
  const [row] = await db.sql`select id, client_secret from auth.custom_providers where identifier = 'custom:piped'`;
  const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: JWT_SECRET });
  assert.is(ring.open(String(row?.client_secret), String(row?.id)), 'CANARY piped');
  assert.not.match(added.stdout + added.stderr, /CANARY/);
});

test('checks before anybody signs in: stored discovery, keys, authorization page, secret; each fault has its line', async () => {
  const issuer = await startIssuer('http://localhost:9999/callback');
  try {
    const here = {
      SVC_API_EXTERNAL_URL: 'http://localhost:9999',
      SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: issuer.authority_file(folder),
    };
    const { id, secret } = issuer.client;
    const add = ['provider', 'add', 'custom:tested', '--type', 'oidc', '--name', 'Tested', '--issuer', issuer.url];
    const added = await runWithInput([...add, '--client-id', id, '--secret-stdin'], { ...env, ...here }, secret);
    assert.is(added.code, 0, added.stderr);
    const look = async (more: Record<string, string> = {}) => {
      const ended = await run(['test', 'Custom:tested', '--json'], { ...here, ...more });
      const { findings } = JSON.parse(ended.stdout || '{}') as { findings: Finding[] };
      assert.not.match(ended.stdout + ended.stderr, 'CANARY');
      return { code: ended.code, states: findings.map(({ check, state }) => `${check} ${state}`), findings };
    };
    const good = await look();
    assert.equal(good, { ...good, code: 0 });
    assert.equal(good.states.slice(0, 3), ['settings ok', 'discovery ok', 'keys ok']);
    assert.is(good.states.at(-1), 'secret ok');

    await db.sql`update auth.custom_providers set enabled = false where identifier = 'custom:tested'`;
    assert.equal(await look(), good, 'before it is switched on is the best time');
    assert.match((await run(['test', 'custom:tested'], here)).stdout, /\nTested is disabled\n$/);

    issuer.document = { token_endpoint: `${issuer.url}/elsewhere` };
    issuer.faults.set('/keys', { body: { keys: [] } });
    issuer.client.secret = 'another';
    const bad = await look();
    assert.is(bad.code, 1);
    assert.equal(
      bad.states.filter((state) => !state.endsWith(' ok') && !state.startsWith('redirect')),
      ['discovery warning', 'keys failed', 'secret failed'],
    );
    assert.match(JSON.stringify(bad.findings), 'token_endpoint was');
    assert.match(JSON.stringify(bad.findings), 'compare client_id and client_secret');
    const inside = await look({ SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '' });
    assert.match(JSON.stringify(inside.findings), 'is in a private network');
    assert.is(inside.code, 1);
  } finally {
    await issuer.close();
  }
  assert.match((await run(['test', 'custom:none'])).stderr, /Custom provider "custom:none" not found/);
  const rotated = await run(['test', 'custom:piped'], { SVC_SECURITY_PEPPER: `9:${'A'.repeat(43)}=` });
  assert.match(rotated.stderr, /cannot be unsealed: its key is not in SVC_SECURITY_PEPPER/);
});

test.run();
