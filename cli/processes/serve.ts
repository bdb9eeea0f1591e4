// `serve --workers N`: runs several processes that share one port, one log and one Prometheus port.
import type { ProcessLog } from '../../core/log.ts';
import type { Service } from '../../core/service.ts';
import type { Environment } from '../../core/settings/reading.ts';
import type { Settings } from '../../core/settings/table.ts';
import { findFreePort } from '../../gateway/server/ports.ts';
import { toMetricsPortError } from '../telemetry.ts';
import { serveMetrics } from './metrics.ts';
import { type ProcessGroup, startProcessGroup } from './process_group.ts';
import { checkShares } from './shares.ts';

/** Starts the processes. Resolves with the port when all processes serve requests. */
export async function serveProcesses(o: {
  processes: number;
  settings: Settings;
  environment: Environment;
  log: ProcessLog;
  service: Service;
}): Promise<{ port: number }> {
  const { settings, environment, log, service, processes } = o;
  for (const warning of checkShares(settings, processes)) log.warn({ component: 'serve' }, warning);
  // PORT=0: choose one free port for all processes.
  const port = settings.port || (await findFreePort());
  let crew: ProcessGroup | undefined;
  if (settings.metrics_enabled && settings.metrics_exporter === 'prometheus') {
    const where = { host: settings.otel_exporter_prometheus_host, port: settings.otel_exporter_prometheus_port };
    const metrics = await serveMetrics({
      ...where,
      ports: () => crew?.metricsPorts() ?? [],
      own: () => firstProcessMetrics(crew?.counts ?? { serving: 0, deaths: 0 }),
    }).catch((error: unknown) => {
      throw toMetricsPortError(settings, error);
    });
    log.info({ component: 'telemetry', prometheus_port: metrics.port }, 'serving metrics of all processes');
    service.add('the port for Prometheus', metrics.close);
  }
  crew = startProcessGroup({ processes, port, environment, log });
  service.add('the processes', crew.close);
  service.allow(await crew.ready);
  return { port };
}

function firstProcessMetrics({ serving, deaths }: ProcessGroup['counts']): string {
  return `# HELP postern_serve_processes Processes that serve.
# TYPE postern_serve_processes gauge
postern_serve_processes ${serving}
# HELP postern_serve_deaths_total Processes that ended unexpectedly and were restarted.
# TYPE postern_serve_deaths_total counter
postern_serve_deaths_total ${deaths}
`;
}
