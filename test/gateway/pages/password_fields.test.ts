// Password fields of our pages hide what is typed, and permit pasting and password managers.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PAGES = globSync('{gateway/pages,console}/**/*.{ts,js,html}', { cwd: ROOT }).map((file) => ({
  file,
  source: readFileSync(`${ROOT}${file}`, 'utf8'),
}));

/** Attributes of the fields with a password, as the pages write them: in an object or in an element. */
const FIELDS = PAGES.flatMap(({ file, source }) =>
  [...source.matchAll(/\{[^{}]*\bid: '[^']*password[^']*'[^{}]*\}|<[^<]*label="[^"]*Password"[^<]*>/g)].map(
    ([field]) => ({
      file,
      field,
    }),
  ),
);

test('every password field has the type password', () => {
  assert.equal(
    FIELDS.map(({ file }) => file),
    ['console/pages/sign_in.ts', 'gateway/pages/oauth/sign_in.js'],
  );
  for (const { file, field } of FIELDS) assert.match(field, /\btype(: '|=")password\b/, file);
});

test('a password field names what it asks for, and no page intercepts pasting', () => {
  for (const { file, field } of FIELDS) assert.match(field, /\bautocomplete(: '|=")(current|new)-password\b/, file);
  for (const { file, source } of PAGES) assert.not.match(source, /\bonPaste\b|['"]paste['"]/, file);
});

test.run();
