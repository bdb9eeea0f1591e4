// Each source text that `npm run mutate` changes occurs exactly once. `npm run mutate` itself shows that the tests
// detect the change.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MUTATIONS } from '../mutations/list.ts';
import { canBeTitle, findMutatedText } from '../mutations/mutation.ts';
import { selectFiles } from '../runner/choose.ts';
import { readFileOptions } from '../runner/evaluate.ts';

test('every mutation matches its file exactly once, and its test file exists', () => {
  const faults = MUTATIONS.filter(({ file, from, test: path }) => {
    return !existsSync(file) || findMutatedText(readFileSync(file, 'utf8'), from) === undefined || !existsSync(path);
  });
  assert.equal(
    faults.map(({ file, breaks }) => `${file}: ${breaks}`),
    [],
  );
});

/** Titles, or beginnings of titles, that test files build from table rows. */
const NAMED_BY_ROWS = [
  'user: 30',
  'anonymous: 8',
  'POST /recover',
  'google, implicit',
  'identities_need_aal2',
  'session_expired_low_aal',
  'mfa_verification_rejected',
  'POST /admin/users',
];

test('every mutation names the start of a test title in its file', () => {
  const faults = MUTATIONS.filter(({ fails, test: path }) => {
    const texts = readFileSync(path, 'utf8').matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g);
    return !NAMED_BY_ROWS.includes(fails) && ![...texts].some(([, , text = '']) => canBeTitle(text, fails));
  });
  assert.equal(
    faults.map(({ test: path, fails }) => `${path}: ${fails}`),
    [],
  );
});

test('npm test runs a mutation’s test if only the mutated file has changed', () => {
  const left_out = MUTATIONS.filter(({ file, test: path }) => {
    return selectFiles([{ file: path, ...readFileOptions(readFileSync(path, 'utf8'), 0) }], [file]).length === 0;
  });
  assert.equal(
    left_out.map(({ file, breaks }) => `${file}: ${breaks}`),
    [],
  );
});

test('mutations have unique names', () => {
  const names = MUTATIONS.map(({ file, breaks }) => `${file}: ${breaks}`);
  assert.is(new Set(names).size, names.length);
});

test('every mutation changes its text', () => {
  for (const { from, to, breaks } of MUTATIONS) assert.is.not(from, to, breaks);
});

test('every check of a session’s assurance level has a mutation', () => {
  const RULE = /(?<!create function )auth_lib\.(?:check_aal|is_aal2|check_low_aal|session_token_lifetime)\(/g;
  const files = readdirSync('sql', { recursive: true, encoding: 'utf8' })
    .map((path) => join('sql', path))
    .filter((path) => path.endsWith('.sql') && path !== 'sql/schema.sql');
  const rules = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const mutated = MUTATIONS.filter((mutation) => mutation.file === file).flatMap(
      ({ from }) => findMutatedText(text, from) ?? [],
    );
    return [...text.matchAll(RULE)].map(({ 0: rule, index }) => ({
      rule: `${file}: ${rule}`,
      mutated: mutated.some(({ start, end }) => start <= index && index < end),
    }));
  });
  assert.ok(rules.length > 12, `${rules.length} rules`);
  assert.equal(
    rules.filter(({ mutated }) => !mutated).map(({ rule }) => rule),
    [],
  );
});

test.run();
