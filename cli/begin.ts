// Opens the log of a long-running command and checks that its port is free.
import { START_COMMAND } from '../core/installed.ts';
import { createLog, type ProcessLog } from '../core/log.ts';
import type { Service } from '../core/service.ts';
import type { Settings } from '../core/settings/table.ts';
import { CommandError } from '../core/terminal/errors.ts';
import { isPortInUse } from '../gateway/server/ports.ts';

/** Opens the log of a command and logs the warnings about settings. */
export function openLog(settings: Settings, warnings: readonly string[], service: Service): ProcessLog {
  const log = createLogOrFail(settings);
  service.add('the log', async () => log.close());
  if (settings.log_file) service.onHangUp(() => log.reopen());
  for (const warning of warnings) log.warn({}, warning);
  return log;
}

function createLogOrFail({ log_level: level, log_file }: Settings): ProcessLog {
  try {
    return createLog({ level, file: log_file || undefined });
  } catch (error) {
    throw new CommandError(`SVC_LOG_FILE: cannot be opened (${systemErrorCode(error)})`, { cause: error });
  }
}

function systemErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

export async function checkPortIsFree(settings: Settings): Promise<void> {
  const taken = await isPortInUse(settings.port, settings.api_host).catch((error: unknown) => {
    const where = `${settings.api_host || 'all interfaces'}, port ${settings.port}`;
    throw new CommandError(`SVC_API_HOST or PORT: cannot listen on ${where} (${systemErrorCode(error)})`, {
      cause: error,
    });
  });
  if (!taken) return;
  throw new CommandError(
    `Port ${settings.port} is in use by another program. Stop it, or choose another port: PORT=${settings.port + 1} ${START_COMMAND}`,
  );
}
