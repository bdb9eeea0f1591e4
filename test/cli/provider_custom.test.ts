// postern provider add, list, remove: providers of one's own, whose secret comes from a file or standard input and is kept sealed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { createDatabase, type TestDatabase } from '../support/db.ts';
import { JWT_SECRET, PEPPER } from '../support/keys.ts';
import { runToEnd } from '../support/process.ts';
import { environmentFor } from './admin.ts';

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
  runToEnd(['provider', ...args], { env: { ...env, ...more } });
const COMMON = ['--name', 'Acme', '--client-id', 'x', '--secret-file', secret_file];
// Addresses that need no look-up, and that adding does not ask.
const URLS = ['authorization', 'token', 'userinfo'].flatMap((name) => [`--${name}-url`, `https://1.1.1.1/${name}`]);

test('added with what describes it, listed beside those of the settings, removed; the secret is sealed', async () => {
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
  assert.is((await run(['remove', 'custom:acme'])).code, 1, 'nobody is here to ask');
  assert.is((await run(['remove', 'custom:acme', '--yes'])).code, 0);
  const again = await run(['remove', 'custom:acme', '--yes', '--json']);
  assert.equal([again.code, JSON.parse(again.stderr).error.code], [1, 'custom_provider_not_found']);
});

test('what cannot be kept is refused with its reason, and nothing is', async () => {
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

test.run();
