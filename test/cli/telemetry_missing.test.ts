// If telemetry is enabled and its packages are not installed, one sentence says how to install them. With telemetry
// disabled they are not needed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { runCli } from '../support/processes/process.ts';
import { stackSettings } from '../support/processes/stack_parts.ts';

/** A module hook that makes the packages of OpenTelemetry impossible to resolve. */
const WITHOUT = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (!name.startsWith('@opentelemetry/')) return next(name, context);
      throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });`)}`;

test('each command that exports telemetry says how to install its packages, and exits; with telemetry off it starts', async () => {
  const db = await createDatabase();
  const env = {
    ...{ ...db.environment(), ...stackSettings(1), NODE_OPTIONS: `--import=${WITHOUT}`, SVC_SHUTDOWN_DELAY: '0' },
    OTEL_EXPORTER_PROMETHEUS_PORT: '0',
  };
  try {
    for (const [command, on] of [
      ['serve', 'SVC_TRACING_ENABLED'],
      ['worker', 'SVC_METRICS_ENABLED'],
    ] as const) {
      const refused = runCli([command], { env: { ...env, [on]: 'true' } });
      assert.is(await refused.exited, 1, refused.stderr);
      const lines = refused.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      assert.is(lines.length, 1, refused.stderr);
      assert.match(
        lines[0] ?? '',
        /the packages of OpenTelemetry are not installed.*npm install --no-save --omit=dev --workspace=optional\/telemetry --include-workspace-root$/,
      );
    }
    const off = runCli(['serve'], { env });
    await off.until(/serves on port/);
    assert.is(await off.stop('SIGTERM'), 0);
  } finally {
    await db.drop();
  }
});

test.run();
