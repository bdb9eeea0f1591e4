// runner: when=cli,dev,install

// serve --workers: several processes that share one port, the rate limits, one log, and one port for Prometheus.
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { forwardLines } from '../../cli/processes/lines.ts';
import { mergeMetrics } from '../../cli/processes/metrics.ts';
import { startProcessGroup } from '../../cli/processes/process_group.ts';
import { settingsOfProcess } from '../../cli/processes/shares.ts';
import { computePoolSizes } from '../../core/database/pool_sizes.ts';
import { createLog } from '../../core/log.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { isRunning } from '../../dev/embedded/cluster.ts';
import { findFreePort } from '../../gateway/server/ports.ts';
import { parseSamples } from '../support/clients/scrape.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { type Running, runCli, runToEnd } from '../support/processes/process.ts';
import { stackSettings } from '../support/processes/stack.ts';

let db: TestDatabase;
let env: Record<string, string>;
let port: number;
let metrics_port: number;
let serving: Running;

test.before(async () => {
  db = await createDatabase();
  port = await findFreePort();
  metrics_port = await findFreePort();
  env = {
    ...db.environment(),
    ...stackSettings(1),
    PORT: String(port),
    SVC_SHUTDOWN_DELAY: '0',
    LOG_LEVEL: 'info',
    SVC_METRICS_ENABLED: 'true',
    SVC_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_HOST: '127.0.0.1',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(metrics_port),
  };
  serving = runCli(['serve', '--workers', '2'], { env });
  await serving.until(/serves on port \d+ with 2 processes/);
});
test.after(async () => {
  await serving?.stop('SIGKILL');
  await db?.drop();
});

/** Sends one request on a new connection. The status is 0 if there is no complete response. */
function sendRequest(path: string, at = port): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port: at, path, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', () => resolve({ status: 0, text: '' }));
    }).on('error', () => resolve({ status: 0, text: '' }));
  });
}

interface LogLine {
  msg: string;
  level: string;
  process?: number;
  pid?: number;
  path?: string;
  again_in_ms?: number;
}

/** Parses each line of the log. Throws for a line that is not JSON. */
const lines = (): LogLine[] =>
  serving.stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine);

/** Returns the child processes of a process. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

test('both accept connections, write whole lines to one log, and log each warning once', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => sendRequest('/settings')));
  assert.equal([...new Set(answers.map(({ status }) => status))], [200]);
  assert.is((await sendRequest('/ready')).status, 200);
  let seen: LogLine[] = [];
  for (let look = 0; look < 500 && seen.length < 40; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen = lines().filter(({ path }) => path === '/settings');
  }
  assert.is(seen.length, 40);
  assert.equal([...new Set(seen.map((line) => line.process))].sort(), [1, 2]);
  const warned = lines().filter(({ level }) => level === 'warning');
  assert.is(new Set(warned.map(({ msg }) => msg)).size, warned.length);
});

test('one port serves Prometheus the numbers of both, each labelled with its process', async () => {
  const { status, text } = await sendRequest('/metrics', metrics_port);
  assert.is(status, 200);
  assert.match(text, /^postern_serve_processes 2$/m);
  for (const process of [1, 2])
    assert.match(
      text,
      new RegExp(`^http_status_codes_total\\{process="${process}",.*http_route="/settings".*\\} \\d+$`, 'm'),
    );
  // An independent parser reads the text. The 40 earlier requests are counted once, whichever process served them.
  const settings = parseSamples(text).filter(
    ({ name, labels }) => name === 'http_status_codes_total' && labels.http_route === '/settings',
  );
  assert.equal(settings.map(({ labels }) => [labels.code, labels.process]).sort(), [
    ['200', '1'],
    ['200', '2'],
  ]);
  assert.is(
    settings.reduce((sum, { value }) => sum + value, 0),
    40,
  );
  // Only a worker reports database metrics. If every gateway reported them, sums would be wrong.
  assert.not(parseSamples(text).some(({ name }) => /^postern_(?:sessions|queue)_/.test(name)));
  const types = text.split('\n').filter((line) => line.startsWith('# TYPE'));
  assert.is(new Set(types).size, types.length, 'what describes a name stands once');
  assert.is((await sendRequest('/elsewhere', metrics_port)).status, 404);
});

test('a process that dies is replaced and logged, while the other serves', async () => {
  const before = await childrenOf(serving.pid);
  assert.is(before.length, 2);
  process.kill(before[0] as number, 'SIGKILL');
  const [, pid] = await serving.until(/"pid":(\d+),.*process ended; restarting it/);
  assert.is(Number(pid), before[0]);
  let serves = 0;
  for (let look = 0; look < 1000 && serves < 2; look += 1) {
    assert.is((await sendRequest('/health')).status, 200, 'the other serves');
    serves = Number(/^postern_serve_processes (\d)$/m.exec((await sendRequest('/', metrics_port)).text)?.[1]);
  }
  assert.is(serves, 2);
  assert.match((await sendRequest('/', metrics_port)).text, /^postern_serve_deaths_total 1$/m);
  const ended = lines().find(({ msg }) => msg.startsWith('process ended'));
  assert.is(ended?.again_in_ms, 100);
  const after = await childrenOf(serving.pid);
  assert.is(after.length, 2);
  assert.ok(after.includes(before[1] as number));
});

test('a signal to the first process stops all: running requests are answered, and no process is left', async () => {
  const children = await childrenOf(serving.pid);
  const asked = Array.from({ length: 20 }, () => sendRequest('/ready'));
  await asked[0];
  const code = serving.stop('SIGTERM');
  const statuses = new Set((await Promise.all(asked)).map(({ status }) => status));
  statuses.delete(200);
  statuses.delete(503); // the server is shutting down
  statuses.delete(0); // too late to be accepted
  assert.equal([...statuses], []);
  assert.is(await code, 0, serving.stderr);
  assert.equal(children.filter(isRunning), []);
  assert.match(serving.stdout, /Stopping\./);
  lines(); // every line up to the last is whole
});

test('when the first process is killed, the others end', async () => {
  const first = runCli(['serve', '--workers', '2'], { env });
  await first.until(/serves on port/);
  const children = await childrenOf(first.pid);
  first.child.kill('SIGKILL');
  for (let look = 0; look < 500 && children.some(isRunning); look += 1)
    await new Promise((done) => setTimeout(done, 20));
  assert.equal(children.filter(isRunning), []);
});

test('an invalid number of processes and a failed start are errors', async () => {
  const few = await runToEnd(['serve', '--workers', '3'], { env: { ...env, SVC_DB_MAX_POOL_SIZE: '11' } });
  assert.is(few.code, 1);
  assert.match(
    few.stderr,
    /SVC_DB_MAX_POOL_SIZE is shared by all processes of --workers: 3 processes need at least 12, or 0 for the default/,
  );
  const none = await runToEnd(['serve', '--workers', '0'], { env });
  assert.is(none.code, 2);
  assert.match(none.stderr, /number from 1 to 128/);
  const role = { ...env, SVC_JWT_DEFAULT_GROUP_NAME: 'auth_owner', SVC_METRICS_ENABLED: 'false' };
  const refused = await runToEnd(['serve', '--workers', '2'], { env: role });
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /auth_owner/);
});

test('a process that hangs is ended and replaced', async () => {
  const output = new PassThrough();
  let log = '';
  output.on('data', (chunk) => {
    log += String(chunk);
  });
  const quiet = { ...env, SVC_METRICS_ENABLED: 'false' };
  const own = await findFreePort();
  const crew = startProcessGroup({
    processes: 1,
    port: own,
    environment: readEnvironment({ env: quiet, file: null }),
    log: createLog({ level: 'info', stream: output }),
    beat_ms: 20,
  });
  await crew.ready;
  const [pid = 0] = await childrenOf(process.pid).then((all) => all.slice(-1));
  process.kill(pid, 'SIGSTOP');
  for (let look = 0; look < 1500 && (crew.counts.deaths === 0 || crew.counts.serving === 0); look += 1)
    await new Promise((done) => setTimeout(done, 20));
  assert.match(log, /process does not respond; killing it/);
  assert.ok(crew.counts.deaths > 0);
  await crew.close({ at_once: true });
});

test("the shares of all processes add up to one process's limits, and each can do every kind of work", () => {
  const { settings } = readSettings(readEnvironment({ env, file: null }));
  for (const processes of [2, 3, 8]) {
    for (const [pool, hashes, connections] of [
      [0, 16, 4_000],
      [33, 8, 10],
      [64, 1, 1_000],
    ] as const) {
      const whole = {
        ...settings,
        db_max_pool_size: pool,
        security_hash_concurrency: hashes,
        api_max_connections: connections,
      };
      const shares = Array.from({ length: processes }, (_, at) =>
        settingsOfProcess(whole, { process: at + 1, processes }),
      );
      const sum = (key: 'db_max_pool_size' | 'security_hash_concurrency' | 'api_max_connections') =>
        shares.reduce((all, share) => all + share[key], 0);
      assert.is(sum('db_max_pool_size'), pool || Math.max(16, 6 * processes));
      assert.is(sum('security_hash_concurrency'), Math.max(hashes, processes));
      assert.is(sum('api_max_connections'), connections);
      for (const share of shares) for (const size of Object.values(computePoolSizes(share))) assert.ok(size >= 1);
    }
  }
});

test('keeps the series of several processes apart, with any text in their labels', () => {
  const text =
    '# HELP a_total An "a".\n# TYPE a_total counter\na_total 1\na_total{x="}{ \\"y\\"",z=""} 2 3\n# TYPE b gauge\nb{} 4\n';
  assert.is(
    mergeMetrics([
      { process: 1, text },
      { process: 2, text },
      { process: 3, text: '' },
    ]),
    [
      '# HELP a_total An "a".',
      '# TYPE a_total counter',
      'a_total{process="1"} 1',
      'a_total{process="1",x="}{ \\"y\\"",z=""} 2 3',
      'a_total{process="2"} 1',
      'a_total{process="2",x="}{ \\"y\\"",z=""} 2 3',
      '# TYPE b gauge',
      'b{process="1"} 4',
      'b{process="2"} 4',
      '',
    ].join('\n'),
  );
});

test('passes on whole lines that arrive in pieces, even split within a character', async () => {
  const stream = new PassThrough();
  const passed: string[] = [];
  forwardLines(stream, (text) => passed.push(text));
  const bytes = Buffer.from('{"a":"ä"}\n{"b":1}\n{"c"');
  for (const part of [bytes.subarray(0, 7), bytes.subarray(7, 14), bytes.subarray(14)]) stream.write(part);
  stream.end();
  await new Promise((resolve) => stream.once('close', resolve));
  assert.equal(passed, ['{"a":"ä"}\n', '{"b":1}\n', '{"c"\n']);
});

test.run();
