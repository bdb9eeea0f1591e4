// Starting and stopping a server: running requests finish, a deadline ends them, and a port in use is an error.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadHyperExpress } from '../../../gateway/server/hyper_express.ts';
import { createServer } from '../../../gateway/server/server.ts';
import { HOST_HEADER } from './faults.ts';
import { engine, handleTestRequest, log, NEXT_REQUEST, slowRequestHook, startServer } from './harness.ts';
import { sendRaw } from './raw.ts';

/** Exceeds the runner's timeout. */
const FOR_EVER = 600_000;

const { server, port } = await startServer();

test('close lets a running request finish, drops idle connections, and accepts no new one', async () => {
  const other = await startServer();
  const idle = sendRaw(other.port, [], { wait_ms: FOR_EVER });
  const kept = sendRaw(other.port, [NEXT_REQUEST], { wait_ms: FOR_EVER });
  const started = new Promise<void>((resolve) => {
    slowRequestHook.started = resolve;
  });
  const running = sendRaw(other.port, [`GET /slow HTTP/1.1\r\n${HOST_HEADER}\r\n`], { wait_ms: FOR_EVER });
  await started;
  await other.server.close({ deadline_ms: FOR_EVER });
  const answer = await running;
  assert.equal(answer.statuses, [200]);
  assert.match(answer.text, /"slow":true/);
  assert.match(answer.text, /connection: close/i);
  assert.ok((await idle).closed);
  assert.equal((await kept).statuses, [200]);
  assert.equal((await sendRaw(other.port, [NEXT_REQUEST])).statuses, []);
});

test('close ends running requests at its deadline', async () => {
  // Only the deadline can end the request, because its client waits and the request timeout is long.
  const other = await startServer({ limits: { request_timeout_ms: FOR_EVER } });
  const running = sendRaw(other.port, [`POST /x HTTP/1.1\r\n${HOST_HEADER}Content-Length: 9\r\n\r\nabc`], {
    wait_ms: FOR_EVER,
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  await other.server.close({ deadline_ms: 150 });
  assert.ok((await running).closed);
});

test('a port in use is an error that says so', async () => {
  const other = createServer({ engine, handler: handleTestRequest, log });
  try {
    await other.listen({ host: '127.0.0.1', port });
    assert.unreachable();
  } catch (error) {
    assert.is((error as NodeJS.ErrnoException).code, 'EADDRINUSE');
  }
});

test('auto is node:http, which alone supports HTTP/1.0', async () => {
  const other = await startServer({ engine: 'auto' });
  assert.equal((await sendRaw(other.port, [`GET / HTTP/1.0\r\n${HOST_HEADER}\r\n`])).statuses, [200]);
  await other.server.close({ deadline_ms: 100 });
});

test('an error says why hyper-express does not load', async () => {
  if ('unusable' in loadHyperExpress()) {
    const asked = () => createServer({ engine: 'hyper-express', handler: handleTestRequest, log });
    assert.throws(asked, /^SVC_HTTP_ENGINE=hyper-express cannot be used here: .+\. Use auto or node\.$/);
  } else {
    await createServer({ engine: 'hyper-express', handler: handleTestRequest, log }).close({ deadline_ms: 0 });
  }
});

test.after(() => server.close({ deadline_ms: 500 }));

test.run();
