// Loads telemetry if it is enabled. `npm start` does not install its packages.
import { RELEASE } from '../core/database/release.ts';
import { IS_PUBLISHED_PACKAGE, installCommand } from '../core/installed.ts';
import type { Logger } from '../core/log.ts';
import type { Service } from '../core/service.ts';
import type { Environment } from '../core/settings/reading.ts';
import type { Settings } from '../core/settings/table.ts';
import type { Telemetry } from '../core/telemetry.ts';
import { CommandError } from '../core/terminal/errors.ts';

const INSTALL = 'npm install --no-save --omit=dev --workspace=optional/telemetry --include-workspace-root';

/**
 * Returns the instruction to install the telemetry packages. They are optional in the published package, and a
 * workspace in a clone.
 */
const howToInstall = (): string =>
  IS_PUBLISHED_PACKAGE
    ? `Run in the folder of your project: ${installCommand(/^@opentelemetry\//)}`
    : `Run in the folder of Postern: ${INSTALL}`;

/**
 * Starts telemetry. It is closed after all services that are added later. Returns undefined if telemetry is disabled.
 */
export async function openTelemetry(o: {
  settings: Settings;
  environment: Environment;
  log: Logger;
  service: Service;
}): Promise<(Telemetry & { prometheus_port: number | null }) | undefined> {
  const { settings, log } = o;
  if (!settings.tracing_enabled && !settings.metrics_enabled) return undefined;
  // The SDK reads OTEL_* from the process environment, which does not contain the .env file.
  for (const [name, value] of Object.entries(o.environment.values)) {
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
  }
  const { startTelemetry } = await import('../optional/telemetry/main.ts').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CommandError(
      `SVC_TRACING_ENABLED or SVC_METRICS_ENABLED is set, but the packages of OpenTelemetry are not installed. ${howToInstall()}`,
      { cause: error },
    );
  });
  const telemetry = await startTelemetry({ settings, log, version: RELEASE.version }).catch((error: unknown) => {
    throw toMetricsPortError(settings, error);
  });
  telemetry.read(async () => [{ gauge: 'log_dropped', value: log.dropped }]);
  o.service.add('telemetry', () => telemetry.close());
  return telemetry;
}

/** Returns a CommandError if the Prometheus port cannot be opened, otherwise the error itself. */
export function toMetricsPortError(settings: Settings, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'bind' && syscall !== 'getaddrinfo') return error;
  const where = `${settings.otel_exporter_prometheus_host || 'all interfaces'}, port ${settings.otel_exporter_prometheus_port}`;
  return new CommandError(
    `OTEL_EXPORTER_PROMETHEUS_HOST or OTEL_EXPORTER_PROMETHEUS_PORT: cannot listen on ${where} (${code})`,
    { cause: error },
  );
}
