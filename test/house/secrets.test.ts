// docs/rotating-keys.md has a row for every secret setting and names its test.
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Row } from '../../core/settings/row.ts';
import { SETTINGS, type SettingName, variableNames } from '../../core/settings/table.ts';

const DOCUMENT = 'docs/rotating-keys.md';
const table = readFileSync(DOCUMENT, 'utf8').split('## Every setting that is a secret')[1] ?? '';
const rows = [...table.matchAll(/^\| (`.*?) \| (.+?) \| `(.+?)` \|$/gm)].map(
  ([, names = '', steps = '', file = '']) => ({
    names: [...names.matchAll(/`(.+?)`/g)].map(([, name = '']) => name),
    steps,
    file,
  }),
);
const named = rows.flatMap(({ names }) => names);
const fits = (name: string, written: string): boolean =>
  new RegExp(`^${written.replace('<NAME>', '[A-Z_]+')}$`).test(name);

/** Primary variable name of each secret setting, without its aliases. */
const secrets = (Object.entries(SETTINGS) as [SettingName, Row<unknown>][])
  .filter(([, row]) => row.secret)
  .map(([key]) => variableNames(key)[0] ?? key);

test('every secret setting has exactly one row', () => {
  assert.ok(secrets.length > 40, String(secrets.length));
  const wrong = secrets.filter((name) => named.filter((written) => fits(name, written)).length !== 1);
  assert.equal(wrong, [], `${DOCUMENT} has no row, or two`);
});

test('every row has a secret setting and an existing test', () => {
  assert.equal(
    named.filter((written) => !secrets.some((name) => fits(name, written))),
    [],
  );
  for (const { names, steps, file } of rows) {
    assert.ok(existsSync(file), `${names}: ${file}`);
    assert.ok(steps.length > 20, String(names));
  }
});

test.run();
