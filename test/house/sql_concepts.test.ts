// sql/lib is few concepts that stand on one another: whoever reads a story opens a bounded number of files.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { circle, concepts, filesToRead } from '../../tools/sql_files.ts';

test('at most 24 concepts, and none stands on itself by way of another', () => {
  const found = concepts();
  assert.ok(found.size > 10 && found.size <= 24, String(found.size));
  assert.equal(circle(found), []);
});

test('a circle is found', () => {
  const graph = { a: ['b'], b: ['c', 'd'], c: [], d: ['b'] };
  assert.equal(circle(new Map(Object.entries(graph).map(([file, below]) => [file, new Set(below)]))), ['b', 'd', 'b']);
});

/** What a reader opens for a story, its own file among them; docs/adr/0013-the-layout.md says why it is as many. */
const OPENED: Record<string, number> = {
  sign_up: 18,
  update_user: 17,
  sign_in_with_password: 16,
  verify_token: 20,
  refresh_session: 9,
  get_user: 7,
  take_message: 8,
};

test('no story is read in more than 20 files, nine on average, and the usual ones in no more than today', () => {
  const counts = new Map([...filesToRead()].map(([name, read]) => [name.replace('auth_api.', ''), read.length]));
  const all = [...counts.values()];
  assert.ok(Math.max(...all) <= 20, String(Math.max(...all)));
  assert.ok(all.reduce((sum, count) => sum + count, 0) / all.length <= 9);
  assert.equal(Object.fromEntries(Object.keys(OPENED).map((name) => [name, counts.get(name)])), OPENED);
});

test('a story is read with the concepts it stands on, and no other story', () => {
  const files = filesToRead();
  assert.equal(files.get('auth_api.get_release'), ['api/service/get_release.sql']);
  assert.equal(files.get('auth_api.take_limits'), ['api/service/take_limits.sql', 'lib/value.sql', 'lib/refusal.sql']);
  const others = [...files].flatMap(([name, read]) =>
    read
      .slice(1)
      .filter((file) => file.startsWith('api/'))
      .map((file) => `${name} ${file}`),
  );
  // A magic link is what /otp sends to an address.
  assert.equal(others, ['auth_api.request_otp api/account/request_magic_link.sql']);
});

test.run();
