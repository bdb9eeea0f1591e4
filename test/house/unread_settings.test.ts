// A setting that nothing reads is a name in the list of unbuilt ones, no row that promises something.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTINGS } from '../../core/settings/table.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
// Rows only say what there is, and the document repeats them.
const TABLE = /^core\/settings\/(rows\/|document\.ts|unbuilt\.ts)/;

const files = ['core', 'gateway', 'worker', 'cli'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(folder, path)),
);
const code = files
  .filter((path) => !TABLE.test(path))
  .map((path) => readFileSync(join(ROOT, path), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''))
  .join('\n');
const words = new Set(code.match(/\b[a-z0-9]+(_[a-z0-9]+)*\b/g));
// Names that are put together: `mailer_subjects_${kind}`.
const made = [...code.matchAll(/`([a-z_]+_)\$\{\w+\}([a-z_]*)`/g)].map(
  ([, before, after]) => new RegExp(`^${before}\\w+${after}$`),
);

test('every row of the settings is read by a process', () => {
  const unread = Object.keys(SETTINGS).filter((key) => !words.has(key) && !made.some((form) => form.test(key)));
  assert.equal(unread, ['db_driver'], 'which has one value, so that to name another database is refused');
});

test.run();
