// Loads telemetry where it is switched on. Its packages are not among those that `npm start` installs.
import { RELEASE } from '../core/database/release.ts';
import { INSTALLED, installCommand } from '../core/installed.ts';
import type { Logger } from '../core/log.ts';
import type { Service } from '../core/service.ts';
import type { Environment } from '../core/settings/reading.ts';
import type { Settings } from '../core/settings/table.ts';
import type { Telemetry } from '../core/telemetry.ts';
import { Sentence } from '../core/terminal/sentence.ts';

/** How to install them: an installed Postern names the packages, a clone has them as a workspace. */
const howToInstall = (): string =>
  INSTALLED
    ? `In the folder of your project: ${installCommand(/^@opentelemetry\//)}`
    : 'In the folder of Postern: npm install --no-save --omit=dev --workspace=optional/telemetry --include-workspace-root';

/** Starts it, and ends it after all that was added to the service later. Undefined where it is off. */
export async function openTelemetry(o: {
  settings: Settings;
  environment: Environment;
  log: Logger;
  service: Service;
}): Promise<(Telemetry & { prometheus_port: number | null }) | undefined> {
  const { settings, log } = o;
  if (!settings.tracing_enabled && !settings.metrics_enabled) return undefined;
  // The SDK reads these by itself; those of the .env file it would not see.
  for (const [name, value] of Object.entries(o.environment.values)) {
    if (name.startsWith('OTEL_')) process.env[name] ??= value;
  }
  const { startTelemetry } = await import('../optional/telemetry/main.ts').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Sentence(
      `SVC_TRACING_ENABLED or SVC_METRICS_ENABLED is set, and the packages of OpenTelemetry are not installed. ${howToInstall()}`,
      { cause: error },
    );
  });
  const telemetry = await startTelemetry({ settings, log, version: RELEASE.version }).catch((error: unknown) => {
    throw takenMetricsPort(settings, error);
  });
  telemetry.read(async () => [{ gauge: 'log_dropped', value: log.dropped }]);
  o.service.add('telemetry', () => telemetry.close());
  return telemetry;
}

/** A sentence where the port for Prometheus cannot be had; any other error as it is. */
export function takenMetricsPort(settings: Settings, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'bind' && syscall !== 'getaddrinfo') return error;
  const where = `${settings.otel_exporter_prometheus_host || 'all interfaces'}, port ${settings.otel_exporter_prometheus_port}`;
  return new Sentence(
    `OTEL_EXPORTER_PROMETHEUS_HOST or OTEL_EXPORTER_PROMETHEUS_PORT: cannot listen on ${where} (${code})`,
    { cause: error },
  );
}
