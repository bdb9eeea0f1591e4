// runner: when=cli,dev,install,core,gateway,optional/telemetry

// Rotation of the collector's token as in docs/rotating-keys.md. Gateways with the old and with the new token work
// while the collector accepts both. After the old token is removed, a gateway that still uses it loses its spans, logs
// that, and continues to serve.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { type Running, runCli, temporaryFolder } from '../../support/processes/process.ts';
import { stackSettings } from '../../support/processes/stack_parts.ts';
import { type Collector, startCollector } from '../../support/providers/collector.ts';

const folder = temporaryFolder();
let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(async () => {
  await db?.drop();
  folder.remove();
});

interface Gateway {
  running: Running;
  url: string;
}

/** Starts a gateway that reads the token from a file. The token is also its service name. */
async function startGateway(
  collector: Collector,
  o: { protocol: string; setting: string; token: string },
): Promise<Gateway> {
  const file = join(folder.path, o.token);
  writeFileSync(file, `authorization=Bearer%20${o.token}\n`, { mode: 0o600 });
  const running = runCli(['serve'], {
    env: {
      ...db.environment(),
      ...stackSettings(1),
      PORT: '0',
      SVC_SHUTDOWN_DELAY: '0',
      SVC_TRACING_ENABLED: 'true',
      OTEL_BSP_SCHEDULE_DELAY: '20',
      OTEL_EXPORTER_OTLP_PROTOCOL: o.protocol,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_SERVICE_NAME: o.token,
      [`${o.setting}_FILE`]: file,
    },
  });
  const [, port] = await running.until(/serves on port (\d+)/);
  return { running, url: `http://127.0.0.1:${port}` };
}
async function sendRequest({ url }: Gateway, path: string): Promise<void> {
  assert.is((await fetch(`${url}${path}`, { signal: AbortSignal.timeout(15_000) })).status, 200);
}

for (const [setting, protocol] of [
  ['OTEL_EXPORTER_OTLP_HEADERS', 'http/protobuf'],
  ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'grpc'],
] as const)
  test(`${setting} over ${protocol}: both tokens work, then only the new one`, async () => {
    const collector = await startCollector({ protocol });
    const takes = new Set(['Bearer old-token']);
    collector.admits = ({ authorization = '' }) => takes.has(authorization);
    const sent = (service: string) =>
      collector.span(
        ({ name, resource }) => name === 'GET /settings' && resource['service.name'] === service,
        `a span of ${service}`,
      );
    const gateways: Gateway[] = [];
    try {
      const before = await startGateway(collector, { protocol, setting, token: 'old-token' });
      gateways.push(before);
      await sendRequest(before, '/settings');
      await sent('old-token');

      takes.add('Bearer new-token');
      const after = await startGateway(collector, { protocol, setting, token: 'new-token' });
      gateways.push(after);
      await sendRequest(after, '/settings');
      await sent('new-token');

      takes.delete('Bearer old-token');
      collector.spans.length = 0;
      const message = 'the collector does not take telemetry';
      for (let look = 0; look < 3_000 && !before.running.stderr.includes(message); look += 1, await sleep(20))
        await sendRequest(before, '/settings');
      assert.match(before.running.stderr, message);
      await sendRequest(after, '/settings');
      await sent('new-token');
      assert.not(after.running.stderr.includes(message));
      assert.not(collector.spans.some(({ resource }) => resource['service.name'] === 'old-token'));
      for (const { running } of gateways) assert.not.match(running.stderr, /Bearer|(?:old|new)-token/);
    } finally {
      for (const { running } of gateways) await running.stop('SIGKILL');
      await collector.close();
    }
  });

test('OTEL_EXPORTER_OTLP_METRICS_HEADERS: metrics have a separate token', async () => {
  const collector = await startCollector({ protocol: 'http/protobuf' });
  collector.admits = ({ authorization }) => authorization === 'Bearer of-metrics';
  const file = join(folder.path, 'of-metrics');
  writeFileSync(file, 'authorization=Bearer%20of-metrics\n', { mode: 0o600 });
  const running = runCli(['serve'], {
    env: {
      ...db.environment(),
      ...stackSettings(1),
      PORT: '0',
      SVC_SHUTDOWN_DELAY: '0',
      SVC_METRICS_ENABLED: 'true',
      OTEL_METRIC_EXPORT_INTERVAL: '200',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-all',
      OTEL_EXPORTER_OTLP_METRICS_HEADERS_FILE: file,
    },
  });
  try {
    await running.until(/serves on port (\d+)/);
    await collector.point('postern.running');
  } finally {
    await running.stop('SIGKILL');
    await collector.close();
  }
});

test.run();
