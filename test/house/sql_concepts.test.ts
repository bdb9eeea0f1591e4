// Files of sql/lib have no circular dependencies, and only one file of sql/api depends on another.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { filesByApiFunction, findCycle, functionsWithOneCaller, libFileGraph } from '../../tools/sql_files.ts';

test('the files of sql/lib have no circular dependencies', () => {
  const found = libFileGraph();
  assert.ok(found.size > 10, String(found.size));
  assert.equal(findCycle(found), []);
});

test('finds a cycle', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] };
  assert.equal(findCycle(new Map(Object.entries(graph).map(([file, below]) => [file, new Set(below)]))), [
    'b',
    'd',
    'b',
  ]);
});

/** filesByApiFunction() lists the files to read for each API function, its own first. */
test('two functions need only the listed files, and only request_otp needs a file of another API function', () => {
  const files = filesByApiFunction();
  assert.equal(files.get('auth_api.get_release'), ['api/service/get_release.sql']);
  assert.equal(files.get('auth_api.count_request'), [
    'api/service/count_request.sql',
    'lib/value.sql',
    'lib/refusal.sql',
  ]);
  const others = [...files].flatMap(([name, read]) =>
    read
      .slice(1)
      .filter((file) => file.startsWith('api/'))
      .map((file) => `${name} ${file}`),
  );
  // request_otp calls request_magic_link if its argument is an e-mail address.
  assert.equal(others, ['auth_api.request_otp api/account/request_magic_link.sql']);
});

/** Functions that stay in sql/lib although only one API function calls them, with the reason. */
const WITH_THEIR_CONCEPT: Record<string, string> = {
  password_matches: 'passwords are compared in one file',
  password_proof_matches: 'reads what password_proof, which another story calls, has written',
  hmac_sha1: 'two files alone call pgcrypto',
  wire_instant: 'the other form of wire_time',
  check_search: 'finding users is a concept of its own',
  search_filter_candidates: 'the same',
  search_page: 'the same',
  try_hook: 'errors of hooks are caught in one file',
};

test('a function that one story alone calls is in the story’s file', () => {
  assert.equal(functionsWithOneCaller().sort(), Object.keys(WITH_THEIR_CONCEPT).sort());
});

test('reports a helper of one story, but not one of two stories or of a concept', () => {
  const rows: [name: string, file: string, ...calls: string[]][] = [
    ['auth_api.a', 'api/x/a.sql', 'auth_lib.of_one', 'auth_lib.of_two', 'auth_lib.helper'],
    ['auth_lib.helper', 'api/x/a.sql', 'auth_lib.of_one'],
    ['auth_api.b', 'api/x/b.sql', 'auth_lib.of_two'],
    ['auth_lib.of_one', 'lib/c.sql'],
    ['auth_lib.of_two', 'lib/c.sql', 'auth_lib.inner'],
    ['auth_lib.inner', 'lib/c.sql'],
  ];
  const functions = new Map(rows.map(([name, file, ...calls]) => [name, { file, calls: new Set(calls) }]));
  assert.equal(functionsWithOneCaller(functions), ['of_one']);
});

test.run();
