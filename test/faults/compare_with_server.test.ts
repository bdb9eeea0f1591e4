// The comparison after a fault reports a gateway that does not respond, and ends in time. Timeouts name the operation.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { startMailServer } from '../support/providers/mail_server.ts';
import { compareWithServer } from './compare_with_server.ts';
import type { UserSimulation } from './user_simulation.ts';
import { untilTrue, withTimeout } from './with_timeout.ts';

const account = {
  email: 'somebody@example.com',
  id: null,
  unknown_outcomes: new Set<string>(),
  mails: 0,
  refresh_token: 'a-token',
  access_token: 'another',
  session_id: 'a-session',
  signed_out: 'no' as const,
  sessions: 1,
};
const ledger = { accounts: [account], counts: new Map(), wrong: [], slowest_ms: 0 } as unknown as UserSimulation;

test('reports an unanswered refresh and one whose connection always breaks, with the address', async () => {
  const db = await createDatabase();
  const sink = await startMailServer();
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  const breaks = createServer((request) => {
    asked += 1;
    request.socket.destroy();
  });
  try {
    for (const [server, expected] of [
      [silent, /^no answer to the refresh of somebody@example\.com: no answer in 200 ms/],
      [breaks, /^no answer to the refresh of somebody@example\.com: fetch failed/],
    ] as const) {
      asked = 0;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { faults } = await compareWithServer(ledger, {
        sql: db.sql,
        sink,
        url,
        answer_ms: 200,
        attempts: 3,
        pause_ms: 1,
      });
      assert.is(faults.length, 1, faults.join());
      assert.match(faults[0] ?? '', expected);
      assert.ok(asked <= 3, String(asked));
    }
  } finally {
    for (const server of [silent, breaks]) {
      server.close();
      server.closeAllConnections();
    }
    await sink.close();
    await db.drop();
  }
});

const sentence = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );

test('reports by name what does not arrive in time', async () => {
  const never = new Promise<never>(() => undefined);
  assert.is(await sentence(withTimeout('a fault', 5, never)), 'a fault: not within 5 ms');
  assert.is(await sentence(untilTrue('a standby', () => false, { ms: 5, every_ms: 1 })), 'a standby: not within 5 ms');
  assert.is(await sentence(untilTrue('a standby', () => never, { ms: 5 })), 'a standby: a look: not within 5 ms');
  assert.is(await withTimeout('at once', 1_000, Promise.resolve(7)), 7);
});

test.run();
