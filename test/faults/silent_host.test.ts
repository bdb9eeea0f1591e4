// runner: when=cli,dev,install,core,gateway,worker

// A host list whose first host accepts connections and never responds, or drops packets. Processes start, run and
// reconnect over the second host, delayed by the timeout of the first.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, LOGIN_ROLES, type TestDatabase } from '../support/database/db.ts';
import { runCli } from '../support/processes/process.ts';
import { createRequests, newEmail, parseMail, type Stack, stackSettings } from '../support/processes/stack.ts';
import { startMailServer } from '../support/providers/mail_server.ts';
import { type SilentHost, startDroppingHost, startSilentHost } from '../support/providers/silent_host.ts';
import { createUserBeforeFault, faultTest, runFault, startFaultStack } from './fault_test.ts';
import { type PosternProcess, startPosternProcesses } from './programs.ts';
import { createFaultProxy } from './proxy.ts';
import { untilTrue } from './with_timeout.ts';

/** Returns the database URLs of all roles. `ports` returns the ports of the host list for the port of the database. */
function databaseUrlsWithHosts(db: TestDatabase, ports: (port: number) => number[]): Record<string, string> {
  return Object.fromEntries(
    LOGIN_ROLES.map((role) => {
      const url = new URL(db.url(role));
      const hosts = ports(Number(url.port)).map((port) => `${url.hostname}:${port}`);
      const text = `${db.url(role).replace(url.host, hosts.join())}?target_session_attrs=read-write&connect_timeout=2`;
      return [`DATABASE_URL_${role.toUpperCase()}`, text];
    }),
  );
}

for (const [what, make] of Object.entries({ 'says nothing': startSilentHost, 'drops packets': startDroppingHost })) {
  faultTest('F-39', `serve, worker and a command start although the first host ${what}`, async () => {
    const db = await createDatabase();
    const sink = await startMailServer();
    const silent: SilentHost = await make();
    const env = databaseUrlsWithHosts(db, (port) => [silent.port, port]);
    let programs: PosternProcess[] = [];
    try {
      const began = performance.now();
      programs = await startPosternProcesses([
        ['worker', { db, smtp_port: sink.port, env }],
        ['serve', { db, smtp_port: sink.port, env }],
      ]);
      console.log(`F-39 ${what}: started after ${(performance.now() - began).toFixed(0)} ms`);
      const url = programs[1]?.url ?? '';
      const mail = async (to: string) => {
        const [found] = await sink.waitFor(to);
        assert.ok(found, `no mail to ${to}`);
        return parseMail(found);
      };
      const user = await createUserBeforeFault({ url, db, sink, mail, ...createRequests(url) } as Stack);
      const listed = runCli(['user', 'get', user.email, '--json'], {
        env: { ...db.environment(), ...stackSettings(sink.port), ...env },
      });
      assert.is(await listed.exited, 0, listed.stderr);
      assert.not.match(programs[0]?.running.stderr ?? '', /notifications of the database do not arrive/);
    } finally {
      for (const program of programs) await program.running.stop('SIGKILL');
      await silent.close();
      await sink.close();
      await db.drop();
    }
  });
}

faultTest('F-39', 'the first host stops responding during user activity and comes back', async () => {
  const db = await createDatabase();
  const first = await createFaultProxy({ port: Number(new URL(db.superuser_url).port) });
  const stack = await startFaultStack({ db, env: databaseUrlsWithHosts(db, (port) => [first.port, port]) });
  try {
    await runFault('F-39 falls silent', {
      stack,
      more_copies: 1,
      async fault() {
        first.mode = 'stall';
        const began = performance.now();
        let email = '';
        await untilTrue('a sign-up', async () => {
          email = newEmail();
          return (await stack.post('/signup', { email, password: 'correct horse battery' })).status === 200;
        });
        console.log(`F-39: a sign-up after ${(performance.now() - began).toFixed(0)} ms`);
        await stack.sink.waitFor(email, 1, 90_000);
        console.log(`F-39: a mail after ${(performance.now() - began).toFixed(0)} ms`);
        first.mode = 'pass';
      },
    });
  } finally {
    await stack.close();
    await first.close();
  }
});

faultTest('F-39', 'a start waits for a list of silent hosts, and stops on a signal', async () => {
  const db = await createDatabase();
  const [one, two] = [await startSilentHost(), await startSilentHost()];
  const env = databaseUrlsWithHosts(db, () => [one.port, two.port]);
  const commands = ['serve', 'worker'].map((command) =>
    runCli([command], { env: { ...db.environment(), ...stackSettings(1), ...env, PORT: '0' } }),
  );
  try {
    for (const running of commands) {
      await running.until(/Waiting for the database: .*CONNECT_TIMEOUT/);
      await running.stop('SIGTERM');
    }
    assert.ok(one.connections > 0 && two.connections > 0);
  } finally {
    for (const running of commands) await running.stop('SIGKILL');
    await one.close();
    await two.close();
    await db.drop();
  }
});

test.run();
