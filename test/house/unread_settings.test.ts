// Code reads each setting of the settings table, except two that accept only one value.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PROVIDERS } from '../../core/providers/registry.ts';
import { PROVIDER_ROWS } from '../../core/settings/rows/providers.ts';
import { SETTINGS, type SettingName, variableNames } from '../../core/settings/table.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
// Files that only declare settings.
const TABLE = /^core\/settings\/(rows\/|document\.ts|unsupported\.ts)/;

const OF_PROVIDER = new RegExp(`^external_(${[...PROVIDERS.keys()].toReversed().join('|')})_`);

const files = ['core', 'gateway', 'worker', 'optional', 'install', 'import', 'dev', 'console/server', 'cli'].flatMap(
  (folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
);
const code = files
  .filter((path) => !TABLE.test(path))
  .map((path) => readFileSync(join(ROOT, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))
  .join('\n');
const words = new Set(code.match(/\b[a-z0-9]+(_[a-z0-9]+)*\b/g));
// Setting names that code builds from parts: `mailer_subjects_${kind}`.
const made = [...code.matchAll(/`([a-z_]+_)\$\{\w+\}([a-z_]*)`/g)].map(
  ([, before, after]) => new RegExp(`^${before}\\w+${after}$`),
);

// Settings of providers. Code reads them by names without the provider's prefix.
const parts = new Map(PROVIDER_ROWS.map(([key]) => [key, key.replace(OF_PROVIDER, '')]));

test('a process reads every setting of the table', () => {
  const unread = Object.keys(SETTINGS).filter(
    (key) => !words.has(parts.get(key) ?? key) && !made.some((form) => form.test(key)),
  );
  assert.equal(unread, ['db_driver', 'tracing_exporter'], 'which have one value, so that to name another is refused');
});

const spelled = new Map(
  (Object.keys(SETTINGS) as SettingName[]).flatMap((key) => variableNames(key).map((name) => [name, key] as const)),
);

test('a setting that a guide names exists', () => {
  const guides = [
    'README.md',
    ...readdirSync(join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ];
  const unknown = guides.flatMap((file) =>
    // Skips `SVC_RATE_LIMIT_…`, `SVC_EXTERNAL_<NAME>_URL` and other prefixes in lists.
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\bSVC_[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_…<*])/g)]
      .map(([name]) => name)
      .filter((name) => !spelled.has(name) && !spelled.has(name.replace(/_FILE$/, '')))
      .map((name) => `${file}: ${name}`),
  );
  assert.equal([...new Set(unknown)], []);
});

test('docs/coming-from-supabase.md pairs two names of one setting', () => {
  const text = readFileSync(join(ROOT, 'docs/coming-from-supabase.md'), 'utf8');
  const pairs = [...text.matchAll(/^\| `([A-Z_]+)`[^|]*\| `([A-Z_]+)`/gm)];
  assert.ok(pairs.length > 8);
  for (const [row, there = '', here = ''] of pairs) {
    assert.ok(spelled.has(there), row);
    assert.is(spelled.get(there), spelled.get(here), row);
  }
  assert.is(spelled.get('GOTRUE_DB_DATABASE_URL'), 'database_url');
});

test.run();
