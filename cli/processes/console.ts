// Serves the console in addition to the gateway if SVC_CONSOLE_PORT is set.
import type { Logger } from '../../core/log.ts';
import type { Service } from '../../core/service.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { RunningGateway } from '../../gateway/main.ts';

export async function serveConsole(o: {
  settings: Settings;
  log: Logger;
  service: Service;
  gateway: RunningGateway;
  print: (line: string) => void;
}): Promise<void> {
  if (o.settings.console_port === 0) return;
  const { openProductionConsole } = await import('../../console/server/open.ts');
  const opened = await openProductionConsole({ ...o, handler: o.gateway.handler });
  o.service.add('the console', opened.close);
  o.print(`The console is served on port ${opened.port}, for ${opened.url}.`);
}
