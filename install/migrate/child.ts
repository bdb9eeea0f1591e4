// Child process of in_child_process.ts: receives the settings, migrates, and sends the outcome.
import { once } from 'node:events';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { parseMigrateTarget, pickNameSettings, printExpectedErrors, readLogins } from '../target.ts';
import type { ChildMessage, MigrateRequest } from './in_child_process.ts';
import { migrate } from './migrate.ts';

// Signals of the terminal reach this process too. It ignores them and finishes the migration.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Exits if the parent process has ended.
process.on('disconnect', () => process.exit(1));

const send = (message: ChildMessage): void => {
  process.send?.(message);
};

const [{ settings, api_roles, importing }] = (await once(process, 'message')) as [MigrateRequest];
await printExpectedErrors(
  (refusal) => send({ refusal }),
  async () => {
    const target = parseMigrateTarget(settings);
    if (target === null)
      throw new MigrationRefusedError('Set DATABASE_URL or DATABASE_URL_MIGRATE, because start migrates first.');
    const log = (line: string): void => send({ line });
    const options = { target, ...pickNameSettings(settings), logins: readLogins(settings), api_roles, importing, log };
    const { newer, state } = await migrate(options);
    send({ newer, state });
    return 0;
  },
);
process.removeAllListeners('disconnect');
process.disconnect();
