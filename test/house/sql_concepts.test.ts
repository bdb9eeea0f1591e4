// Concepts of sql/lib have no circular dependencies, and a story reads no other story.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { circle, concepts, filesToRead, lonely } from '../../tools/sql_files.ts';

test('concepts have no circular dependency', () => {
  const found = concepts();
  assert.ok(found.size > 10, String(found.size));
  assert.equal(circle(found), []);
});

test('detects a cycle', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] };
  assert.equal(circle(new Map(Object.entries(graph).map(([file, below]) => [file, new Set(below)]))), ['b', 'd', 'b']);
});

test('a story depends on concepts only, and no other story', () => {
  const files = filesToRead();
  assert.equal(files.get('auth_api.get_release'), ['api/service/get_release.sql']);
  assert.equal(files.get('auth_api.take_limits'), ['api/service/take_limits.sql', 'lib/value.sql', 'lib/refusal.sql']);
  const others = [...files].flatMap(([name, read]) =>
    read
      .slice(1)
      .filter((file) => file.startsWith('api/'))
      .map((file) => `${name} ${file}`),
  );
  // request_otp sends a magic link if it gets an address.
  assert.equal(others, ['auth_api.request_otp api/account/request_magic_link.sql']);
});

/** Functions that stay with their concept although only one story calls them, with the reason. */
const WITH_THEIR_CONCEPT: Record<string, string> = {
  password_matches: 'passwords are compared in one file',
  was_seen_to_match: 'reads what password_seen, which another story calls, has written',
  hmac_sha1: 'two files alone call pgcrypto',
  wire_instant: 'the other form of wire_time',
  is_time: 'reads a value, as its neighbours do',
  delete_user_row: 'cleans the session after triggers of applications, as its neighbours do',
  check_search: 'finding users is a concept of its own',
  filter_candidates: 'the same',
  found_page: 'the same',
};

test('a function called by one story only is in its file', () => {
  assert.equal(lonely().sort(), Object.keys(WITH_THEIR_CONCEPT).sort());
});

test('detects a helper of one story, and accepts one of two stories or of a concept', () => {
  const rows: [name: string, file: string, ...calls: string[]][] = [
    ['auth_api.a', 'api/x/a.sql', 'auth_lib.of_one', 'auth_lib.of_two', 'auth_lib.helper'],
    ['auth_lib.helper', 'api/x/a.sql', 'auth_lib.of_one'],
    ['auth_api.b', 'api/x/b.sql', 'auth_lib.of_two'],
    ['auth_lib.of_one', 'lib/c.sql'],
    ['auth_lib.of_two', 'lib/c.sql', 'auth_lib.inner'],
    ['auth_lib.inner', 'lib/c.sql'],
  ];
  const functions = new Map(rows.map(([name, file, ...calls]) => [name, { file, calls: new Set(calls) }]));
  assert.equal(lonely(functions), ['of_one']);
});

test.run();
