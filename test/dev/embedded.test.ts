// Parts of the embedded start that need no server: the operating-system user that runs Postgres, access to its folder,
// and the log line for a mail.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../core/terminal/errors.ts';
import { canReach, findServerAccount } from '../../dev/embedded/binaries.ts';
import { explainFailure } from '../../dev/embedded/cluster.ts';
import { lockFolder } from '../../dev/embedded/folder_lock.ts';
import { describeMessage } from '../../dev/inbox/open.ts';
import { temporaryFolder } from '../support/processes/process.ts';

const folder = temporaryFolder();
test.after(() => folder.remove());

test('root runs Postgres as postgres, else nobody, else any other account; another user keeps its own', () => {
  // Only root needs another operating-system user to run Postgres.
  if (process.getuid?.() !== 0) return assert.is(findServerAccount(), null);
  const passwd = join(folder.path, 'passwd');
  const choose = (...lines: string[]) => {
    writeFileSync(passwd, lines.join('\n'));
    return findServerAccount(passwd)?.name;
  };
  const [root, daemon] = ['root:x:0:0::/root:/bin/sh', 'daemon:x:1:1::/:/bin/false'];
  const [nobody, postgres] = ['nobody:x:65534:65534::/:/bin/false', 'postgres:x:70:70::/:/bin/sh'];
  assert.is(choose(root, daemon, nobody, postgres), 'postgres');
  assert.is(choose(root, daemon, nobody), 'nobody');
  assert.is(choose(root, daemon), 'daemon');
  assert.throws(
    () => choose(root),
    (error: unknown) => error instanceof CommandError,
  );
});

test('a folder below a private one is not accessible', () => {
  const account = { name: 'x', uid: 4711, gid: 4711 };
  const open = join(folder.path, 'open');
  mkdirSync(open);
  chmodSync(open, 0o755);
  assert.not(canReach(open, account));
  chmodSync(folder.path, 0o711);
  assert.ok(canReach(open, account));
  chmodSync(open, 0o700);
  assert.not(canReach(open, account));
});

test('a folder has one owner; a released lock can be acquired', () => {
  const path = join(folder.path, 'locked');
  mkdirSync(path);
  const first = lockFolder(path);
  assert.throws(() => lockFolder(path), /already starting/);
  first.announce('http://localhost:1');
  assert.throws(() => lockFolder(path), /already runs from .*http:\/\/localhost:1/);
  first.release();
  lockFolder(path).release();
});

test('ignores the lock of a process that has ended, whose id was reused, or whose file is damaged', () => {
  const path = join(folder.path, 'stale');
  mkdirSync(path);
  writeFileSync(join(path, 'owner.3.json'), JSON.stringify({ pid: 4_000_000, born: 'x', url: '' }));
  lockFolder(path).release();
  writeFileSync(join(path, 'owner.9.json'), JSON.stringify({ pid: process.pid, born: 'another life', url: '' }));
  lockFolder(path).release();
  writeFileSync(join(path, 'owner.11.json'), '{"pid":');
  lockFolder(path).release();
});

test('turns errors of Postgres into one sentence', () => {
  assert.match(explainFailure('FATAL:  could not write: No space left on device', '/x'), /disk is full/);
  assert.match(explainFailure('LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', '/x'), /port/);
  assert.match(explainFailure('noise\nFATAL:  something odd\nnoise', '/x'), /something odd/);
});

test('a mail is one line in the terminal, without control characters, which the terminal would execute', () => {
  const mail = { channel: 'mail', to: 'a@example.com', subject: 'x\x1b[2J\x07\n\x9b31mred\u202e\u2066' };
  assert.is(
    describeMessage(mail, 'http://localhost/#1'),
    String.raw`  Mail to a@example.com: x\u{1b}[2J\u{7}\u{a}\u{9b}31mred\u{202e}\u{2066}  http://localhost/#1`,
  );
  assert.is(
    describeMessage({ channel: 'sms', to: '15550100', subject: '' }, 'http://x'),
    '  SMS to +15550100  http://x',
  );
});

test.run();
