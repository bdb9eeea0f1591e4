// A gateway that stops gracefully first reports that it is not ready, responds to requests on open connections, and
// resets no connection.
import { Agent, request } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sendRaw } from '../gateway/server/raw.ts';
import { bearer, confirmedUser, startStack } from '../support/processes/stack.ts';
import { startDatabaseRelay } from './database_relay.ts';

const stack = await startStack({ keeps_time_limits: true });
test.after(() => stack.close());

const CLIENTS = 50;
const portOf = (url: string): number => Number(new URL(url).port);

interface ClientResult {
  statuses: number[];
  /** Number of responses with `Connection: close`. */
  last: number;
  /** Error that stopped the client. */
  end: string;
}

/** Sends requests on one keep-alive connection until one fails. */
async function sendUntilRefused(url: string, headers: Record<string, string>): Promise<ClientResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen: ClientResult = { statuses: [], last: 0, end: '' };
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(`${url}/user`, { agent, headers }, (answer) => {
        seen.statuses.push(answer.statusCode ?? 0);
        if (answer.headers.connection === 'close') seen.last += 1;
        answer.resume().once('end', resolve);
      });
      sent.on('error', reject).end();
    });
  for (let asked = 0; asked < 10_000 && seen.end === ''; asked += 1) {
    await ask().catch((error: NodeJS.ErrnoException) => {
      seen.end = error.code ?? error.message;
    });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  }
  agent.destroy();
  return seen;
}

test('F-27 fifty keep-alive clients lose no request: readiness first, then a last response on each', async () => {
  const node = await stack.another({ SVC_SHUTDOWN_DELAY: '400ms' });
  const { access_token } = await confirmedUser(stack);
  const clients = Array.from({ length: CLIENTS }, () => sendUntilRefused(node.url, bearer(access_token)));
  assert.is((await node.get('/ready')).status, 200);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const stopped = node.stop();
  const [ready, health, user] = await Promise.all([
    node.get('/ready'),
    node.get('/health'),
    node.get('/user', bearer(access_token)),
  ]);
  assert.equal([ready.status, health.status, user.status], [503, 200, 200]);
  assert.is(ready.headers.get('retry-after'), '1');
  const results = await Promise.all(clients);
  await stopped;
  for (const { statuses, last, end } of results) {
    assert.equal([[...new Set(statuses)], last, end], [[200], 1, 'ECONNREFUSED']);
  }
});

test('an idle connection is closed, and does not delay the end', async () => {
  const node = await stack.another({ SVC_SHUTDOWN_DELAY: '0' });
  const silent = sendRaw(portOf(node.url), [], { wait_ms: 600_000 });
  const asked = sendRaw(portOf(node.url), ['GET /health HTTP/1.1\r\nHost: x\r\n\r\n'], { wait_ms: 600_000 });
  await node.get('/health');
  await node.stop();
  assert.ok((await silent).closed);
  assert.equal((await asked).statuses, [200]);
});

test('/ready: 200 while the database answers with a schema of this release, 503 while it is unreachable', async () => {
  const line = await startDatabaseRelay(stack.db.url('gateway'));
  const node = await stack.another({ DATABASE_URL_GATEWAY: line.url(stack.db.url('gateway')) });
  assert.equal([(await node.get('/ready')).status, (await node.get('/ready')).body], [200, { ready: true }]);
  await line.cut();
  const answers = await Promise.all(Array.from({ length: 20 }, () => node.get('/ready')));
  assert.equal([...new Set(answers.map(({ status }) => status))], [503]);
  assert.is((await node.get('/health')).status, 200);
  await line.restore();
  let status = 0;
  while (status !== 200) status = (await node.get('/ready')).status;
  await node.close();
  await line.close();
});

test('/ready is not logged while all is well', async () => {
  await stack.get('/ready');
  assert.not.match(stack.log(), '"/ready"');
});

test.run();
