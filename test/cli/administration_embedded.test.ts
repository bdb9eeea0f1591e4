// runner: when=cli,dev,install

// Administrative commands in the folder of a running `postern start`. Without a database URL or key in the environment,
// the commands use the URL and key of the embedded server.
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { postJson, runCli, runToEnd, temporaryFolder } from '../support/processes/process.ts';
import { copyStartedFolder } from '../support/processes/started.ts';

const folder = temporaryFolder();
test.after(() => folder.remove());
const run = (...args: string[]) => runToEnd(args, { cwd: folder.path });

test('user, session, report, doctor and key work on the database of a running start, and say so when none runs', async () => {
  const early = await run('user', 'list');
  assert.is(early.code, 1);
  assert.match(early.stderr, 'start the embedded database');

  await copyStartedFolder(join(folder.path, '.postern'));
  const start = runCli(['start'], { cwd: folder.path, env: { PORT: '0' } });
  try {
    const [, url = ''] = await start.until(/API +(http:\S+)/);
    const made = await runToEnd(['user', 'create', '--email', 'ada@example.com', '--confirm', '--json'], {
      cwd: folder.path,
      env: { POSTERN_USER_PASSWORD: 'correct horse battery' },
    });
    assert.is(made.code, 0, made.stderr);
    const signed_in = await postJson(`${url}/token?grant_type=password`, {
      email: 'ada@example.com',
      password: 'correct horse battery',
    });
    assert.is(signed_in.status, 200);
    assert.match((await run('session', 'list', 'ada@example.com')).stdout, ' live ');
    assert.match((await run('report', 'live_sessions')).stdout, 'ada@example.com');
    const doctor = await run('doctor');
    assert.match(doctor.stdout, /^Database postern is healthy/, doctor.stderr);
    const indexed = await run('user', 'index');
    assert.is(indexed.stdout, 'The search index is ready.\n', indexed.stderr);
    const issued = await run('key', 'issue', '--role', 'service_role');
    const listed = await fetch(`${url}/admin/users`, { headers: { authorization: `Bearer ${issued.stdout.trim()}` } });
    assert.is(listed.status, 200);
    assert.match((await run('key', 'list')).stdout, /SVC_SECURITY_PEPPER +1 +HKDF-SHA256 +seals and unseals/);
  } finally {
    await start.stop();
  }
});

test.run();
