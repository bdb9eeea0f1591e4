// A process of `serve --workers`: receives its settings, serves, and stops on request or when the first process ends.
import { once } from 'node:events';
import { createLog } from '../../core/log.ts';
import { runService } from '../../core/service.ts';
import { readSettings } from '../../core/settings/reading.ts';
import { printError } from '../../core/terminal/output.ts';
import { startGateway } from '../../gateway/main.ts';
import { openTelemetry } from '../telemetry.ts';
import { expectedErrorMessage } from '../terminal/expected_error.ts';
import { serveConsole } from './console.ts';
import type { ChildMessage, ParentMessage } from './messages.ts';
import { settingsOfProcess } from './shares.ts';

// The terminal sends signals to every process. The first process handles them, so this one ignores them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const send = (report: ChildMessage): void => {
  process.send?.(report);
};

const [order] = (await once(process, 'message')) as [ParentMessage];
if (!('begin' in order)) throw new Error('the first message is not `begin`');
const { begin } = order;

const read = readSettings(begin.environment, { needs: ['gateway', 'admin'] });
const settings = { ...settingsOfProcess(read.settings, begin) };
settings.port = begin.port;
// The first process writes the log lines of all processes.
const log = createLog({ level: settings.log_level }).child({ process: begin.process });

const stopOrders = ({ end }: { end: (o: { at_once: boolean }) => void }): void => {
  process.on('message', (next: ParentMessage) => {
    if ('stop' in next) end(next.stop);
    else if ('beat' in next) send({ alive: true });
  });
};

let code = 1;
try {
  code = await runService(
    (line) => log.info({ component: 'serve' }, line),
    async (service) => {
      service.add('the log', async () => log.close());
      const telemetry = await openTelemetry({ settings, environment: begin.environment, log, service });
      const gateway = await startGateway({
        settings,
        sources: read.sources,
        log,
        telemetry,
        among: begin,
        signal: service.signal,
      });
      service.add('the gateway', gateway.close, gateway.close_ms);
      // Only one process serves the console.
      if (begin.warns) await serveConsole({ settings, log, service, gateway, print: (line) => log.info({}, line) });
      send({ listening: { close_ms: gateway.close_ms, prometheus_port: telemetry?.prometheus_port ?? null } });
    },
    stopOrders,
  );
} catch (error) {
  const sentence = expectedErrorMessage(error);
  if (sentence === null)
    printError(`Postern failed unexpectedly:\n${error instanceof Error ? error.stack : String(error)}`);
  send({ failed: sentence });
}
// Exits after all output and messages are written.
process.stderr.write('', () => {
  if (process.connected) process.send?.({ alive: true } satisfies ChildMessage, () => process.exit(code));
  else process.exit(code);
});
