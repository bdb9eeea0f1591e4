// runner: when=cli,dev,install,core,gateway,tools

// A new provider needs only one file and one test row. The test adds both to a copy of the source tree, and checks that
// the provider appears in all lists.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readMember } from '../../../core/providers/provider.ts';
import { PROVIDERS } from '../../../core/providers/registry.ts';
import type { Finding } from '../../../gateway/providers/check/finding.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FILES = fileURLToPath(new URL('./nineteenth/', import.meta.url));
const PROGRAM = [
  'core',
  'gateway',
  'worker',
  'install',
  'import',
  'dev',
  'console',
  'optional',
  'cli',
  'package.json',
  'tools',
  'test/support',
  'test/house/openapi',
];

const copy = mkdtempSync(join(tmpdir(), 'postern-nineteenth-'));
process.on('exit', () => rmSync(copy, { recursive: true }));
for (const part of PROGRAM) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
for (const part of ['sql', 'node_modules']) symlinkSync(join(ROOT, part), join(copy, part));
cpSync(join(FILES, 'provider.txt'), join(copy, 'core/providers/known/acme.ts'));
cpSync(join(FILES, 'row.txt'), join(copy, 'test/support/providers/rows/acme.ts'));

/** Imports a module of the copied tree. */
const copied = async <Module>(path: string): Promise<Module> =>
  (await import(pathToFileURL(join(copy, path)).href)) as Module;

const { startProviderTests, testProvider } = await copied<typeof import('../../support/providers/table.ts')>(
  'test/support/providers/table.ts',
);
const { EXTERNAL_URL } = await copied<typeof import('../../support/processes/stack_parts.ts')>(
  'test/support/processes/stack_parts.ts',
);
const { providerEnvironment } = await copied<typeof import('../../support/providers/sign_in.ts')>(
  'test/support/providers/sign_in.ts',
);
const { runToEnd } = await copied<typeof import('../../support/processes/process.ts')>(
  'test/support/processes/process.ts',
);
const { settingsDocument } =
  await copied<typeof import('../../../core/settings/document.ts')>('core/settings/document.ts');
const { requireProvider } =
  await copied<typeof import('../../../core/providers/registry.ts')>('core/providers/registry.ts');
const { providerRow } = await copied<typeof import('../../support/providers/rows.ts')>(
  'test/support/providers/rows.ts',
);
const { providerConfig } = await copied<typeof import('../../../core/settings/provider_settings.ts')>(
  'core/settings/provider_settings.ts',
);

const table = await startProviderTests(['acme']);
const { stack, world } = table;

// Runs the tests that every provider has: /authorize and /callback with auth-js.
testProvider(table, 'acme');

test('GET /settings and the OpenAPI document list it with the others', async () => {
  const before = [...PROVIDERS.values()].filter(({ unlisted }) => !unlisted).map(({ name }) => name);
  const { external } = (await stack.get('/settings')).body as { external: Record<string, boolean> };
  assert.equal(Object.keys(external), [...before, 'acme'].sort());
  assert.is(external.acme, true);
  assert.is(external.github, false);
  const document = (await stack.get('/openapi.json')).body;
  const described = readMember(document, 'components', 'schemas', 'Settings', 'properties', 'external', 'required');
  assert.equal(described, Object.keys(external));
});

test('its settings are read, including its own ones, and documented without a second file', () => {
  const config = providerConfig('acme', stack.settings);
  assert.is(config.client_id, world.app('acme').client_id);
  assert.equal(config.own, { tenant: 'engines' });
  assert.match(settingsDocument(), '`SVC_EXTERNAL_<NAME>_CLIENT_ID`');
  assert.match(settingsDocument(), '| `SVC_EXTERNAL_ACME_TENANT` | text |  | The tenant at Acme. |');
});

test('its row has the mapped answer', () => {
  const { answered, subject, emails, data } = providerRow('acme').answer;
  const nothing = { tokens: { access_token: 't' }, id_token: null, answers: {}, callback: {} };
  const config = providerConfig('acme', stack.settings);
  assert.equal(requireProvider('acme').profile({ ...nothing, ...answered }, config), { subject, emails, data });
});

test('postern provider lists it, and checks its secret and redirect URI', async () => {
  const env = {
    DATABASE_URL: 'postgres://u@127.0.0.1:1/x',
    SVC_API_EXTERNAL_URL: EXTERNAL_URL,
    ...providerEnvironment(world, ['acme']),
  };
  const main = join(copy, 'cli/main.ts');
  const [list, good] = await Promise.all([
    runToEnd(['provider', 'list', '--json'], { env, main }),
    runToEnd(['provider', 'test', 'acme', '--json'], { env: { ...env, ...world.environment }, main }),
  ]);
  const { providers } = JSON.parse(list.stdout) as { providers: { name: string; title: string; missing: string }[] };
  assert.is(providers.length, PROVIDERS.size + 1, list.stderr);
  assert.equal([providers[0]?.name, providers[0]?.title, providers[0]?.missing], ['acme', 'Acme', '']);
  const { findings } = JSON.parse(good.stdout) as { findings: Finding[] };
  assert.equal(
    findings.map(({ check, state }) => [check, state]),
    [
      ['settings', 'ok'],
      ['redirect', 'ok'],
      ['secret', 'ok'],
    ],
  );
});

test.run();
