// Runs the gateway in a separate process, so that its CPU time can be measured. Settings come from the environment.

import { createLog } from '../../core/log.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { startGateway } from '../../gateway/main.ts';

const { settings, sources } = readSettings(readEnvironment({ env: process.env, file: null }));
const log = createLog({ level: settings.log_level, file: settings.log_file });
const on = settings.tracing_enabled || settings.metrics_enabled;
const telemetry = on
  ? await (await import('../../optional/telemetry/main.ts')).startTelemetry({ settings, log, version: 'bench' })
  : undefined;
const gateway = await startGateway({ settings, sources, log, telemetry });
process.on('SIGTERM', () => void gateway.close({ at_once: true }).then(() => process.exit(0)));
process.send?.({ port: gateway.port });
