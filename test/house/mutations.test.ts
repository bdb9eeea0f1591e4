// What `npm run mutate` changes must still stand in the tree, once, or it shows nothing; that its test fails is shown there.
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MUTATIONS } from '../mutations/list.ts';

test('every mutation finds its text exactly once, and names a test file that is there', () => {
  const faults = MUTATIONS.filter(({ file, from, test: path }) => {
    return !existsSync(file) || readFileSync(file, 'utf8').split(from).length !== 2 || !existsSync(path);
  });
  assert.equal(
    faults.map(({ file, breaks }) => `${file}: ${breaks}`),
    [],
  );
});

/** Their tests are made from rows of a table. */
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

test('every mutation names a test of its file', () => {
  const faults = MUTATIONS.filter(
    ({ fails, test: path }) => !NAMED_BY_ROWS.includes(fails) && !readFileSync(path, 'utf8').includes(fails),
  );
  assert.equal(
    faults.map(({ test: path, fails }) => `${path}: ${fails}`),
    [],
  );
});

test('no two mutations are told by the same name', () => {
  const names = MUTATIONS.map(({ file, breaks }) => `${file}: ${breaks}`);
  assert.is(new Set(names).size, names.length);
});

test('every change changes something', () => {
  for (const { from, to, breaks } of MUTATIONS) assert.is.not(from, to, breaks);
});

test.run();
