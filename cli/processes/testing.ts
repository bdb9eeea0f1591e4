// The process of startPostern() (dev/testing/start.ts). It receives settings, creates a data folder, and deletes it at
// the end.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RegisterStopTriggers } from '../../core/service.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { print, printError } from '../../core/terminal/output.ts';
import type { ReadyMessage } from '../../dev/testing/start.ts';
import { type StartedServer, startCommand } from '../commands/start.ts';
import { signRoleToken } from '../keys/issue.ts';
import { expectedErrorMessage } from '../terminal/expected_error.ts';

/** Lifetime of the test keys in seconds, longer than any test. */
const KEY_S = 10 * 365 * 86_400;

/** Settings for tests, which a test can override. docs/testing.md lists them. */
const SETTINGS: Readonly<Record<string, string>> = {
  PORT: '0',
  SVC_INBOX_PORT: '0',
  SVC_CONSOLE_PORT: '0',
  SVC_MAILER_CONFIRM_PAGE: 'false',
  SVC_SMTP_MAX_FREQUENCY: '0',
  SVC_SMS_MAX_FREQUENCY: '0',
  SVC_SECURITY_BCRYPT_COST: '4',
  SVC_SECURITY_EVEN_ANSWERS: '0',
};

/**
 * Stops on a signal, on a second message, and when the channel closes because the process that started this one has
 * ended.
 */
const stops: RegisterStopTriggers = ({ end }) => {
  for (const event of ['message', 'disconnect', 'SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(event, () => end({ at_once: true }));
};

// If the test ended without stop(), nobody reads the output. Write errors are ignored, so that the process stops in
// order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const [settings] = (await once(process, 'message')) as [Record<string, string>];
const folder = mkdtempSync(join(tmpdir(), 'postern-testing-'));
let code = 1;
try {
  code = await startCommand({
    environment: readEnvironment({ env: { ...SETTINGS, SVC_DATA_DIR: folder, ...settings }, file: null }),
    embedded: true,
    print,
    ready: (started) => void sendReadyMessage(started),
    stops,
  });
} catch (error) {
  printError(expectedErrorMessage(error) ?? String(error instanceof Error ? error.stack : error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));

async function sendReadyMessage({ url, inbox_url, settings: read }: StartedServer): Promise<void> {
  const [anon_key, service_role_key] = await Promise.all(
    ['anon', 'service_role'].map((role) => signRoleToken(read, { role, seconds: KEY_S })),
  );
  const { jwt_secret, jwt_keys, database_url_migrate: database_url } = read;
  const keys = { jwt_secret: jwt_keys === '' ? jwt_secret : '', anon_key, service_role_key };
  process.send?.({ url, inbox_url, database_url, ...keys } as ReadyMessage);
}
