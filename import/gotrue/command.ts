// The command postern import gotrue. Runs a step of the import under a lock, with confirmations and messages.
import { createNames } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type DatabaseTarget, parseDatabaseUrl } from '../../core/database/url.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { UsageError } from '../../core/terminal/errors.ts';
import { printError } from '../../core/terminal/output.ts';
import { type Connection, withConnection } from '../../install/migrate/connection.ts';
import { migrateToImport } from '../../install/migrate/in_child_process.ts';
import { withMigrationLock } from '../../install/migrate/lock.ts';
import {
  type MigrateSettings,
  parseMigrateTarget,
  pickNameSettings,
  printExpectedErrors,
  readLogins,
} from '../../install/target.ts';
import { applyImport, checkNotBegun } from './apply.ts';
import { readDecryptionKeys } from './decryption.ts';
import { dryRun } from './dry_run.ts';
import { evaluateImport } from './evaluate.ts';
import { gotrueSchemaOf, type ImportSchemas, importSchemaOf } from './files.ts';
import { applyFromDatabase, fetchInRounds } from './from_database.ts';
import type { Report } from './report.ts';
import { commitImport, countNewRows, revertImport } from './revert.ts';
import type { SecretKeys } from './secret_options.ts';
import { readState } from './state.ts';
import type { TokenLifetimes } from './views.ts';

/** Options of the command. */
export interface ImportGotrueOptions {
  apply?: true;
  revert?: true;
  commit?: true;
  yes?: true;
  rows?: string;
  summary?: true;
  from?: string;
  follow?: true;
  every?: string;
}

interface ImportGotrueInput {
  settings: MigrateSettings & Pick<Settings, 'mailer_otp_exp' | 'sms_otp_exp'>;
  /** Postern's keys, which seal the imported secrets. */
  keys: Pick<Settings, 'security_pepper' | 'jwt_secret'>;
  /** GoTrue's keys, in the format of GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS. */
  decryption_keys: string;
  own: ImportGotrueOptions;
}

export function importGotrue({ settings, keys, decryption_keys, own }: ImportGotrueInput): Promise<number> {
  return printExpectedErrors(printError, async () => {
    const from = parseSourceUrl(own);
    const target = parseMigrateTarget(settings);
    if (target === null)
      throw new MigrationRefusedError('Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database of GoTrue.');
    const { namespace, role_prefix } = pickNameSettings(settings);
    const names = createNames(namespace, role_prefix);
    const places: ImportSchemas = { names, theirs: names.auth };
    const secrets = {
      ring: keys.security_pepper || keys.jwt_secret ? createKeyRing(keys) : null,
      keys: readDecryptionKeys(decryption_keys),
    };
    // GoTrue's links and codes get Postern's lifetimes.
    const lives = { mail_s: settings.mailer_otp_exp, sms_s: settings.sms_otp_exp };
    return withConnection(target, printError, (connection) =>
      withMigrationLock(
        connection,
        { namespace: importSchemaOf(names), log: printError, patience_ms: 10_000 },
        async () => {
          if (own.commit) return commitCommand(connection, places, own);
          if (own.revert) return revertCommand(connection, places, own);
          if (own.follow && from !== null) return followSource(connection, places, { own, from });
          if (own.apply) return applyCommand(connection, places, { own, secrets, lives, settings, from });
          const { rows, summary = false } = own;
          return dryRun(connection, places, { secrets, lives, logins: readLogins(settings), from, rows, summary });
        },
      ),
    );
  });
}

/** Returns the database of --from, or null. */
function parseSourceUrl(own: ImportGotrueOptions): DatabaseTarget | null {
  if (own.from !== undefined && (own.revert || own.commit))
    throw new UsageError('--from cannot be used with --revert or --commit');
  if (own.from === undefined && own.follow) throw new UsageError('--follow needs --from');
  if (own.every !== undefined && !own.follow) throw new UsageError('--every needs --follow');
  if (!/^\d{1,5}$/.test(own.every ?? '0')) throw new UsageError('--every must be a number of seconds');
  return own.from === undefined ? null : parseDatabaseUrl(own.from, process.env);
}

async function followSource(
  connection: Connection,
  places: ImportSchemas,
  o: { own: ImportGotrueOptions; from: DatabaseTarget },
): Promise<number> {
  if ((await readState(connection, places)) === null)
    await askConfirmation(
      `Copy the tables of GoTrue into schema ${gotrueSchemaOf(places.names)} of this database? --revert drops it.`,
      o.own.yes === true,
    );
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const every_ms = Number(o.own.every ?? 10) * 1000;
  await fetchInRounds(connection, places, { from: o.from, every_ms, signal: stop.signal, log: printError });
  printError('Stopped. --follow continues; --apply copies the rest and imports, after you have stopped GoTrue.');
  return 0;
}

interface ApplyInput {
  from: DatabaseTarget | null;
  own: ImportGotrueOptions;
  secrets: SecretKeys;
  lives: TokenLifetimes;
  settings: MigrateSettings;
}

async function applyCommand(connection: Connection, places: ImportSchemas, o: ApplyInput): Promise<number> {
  const state = await readState(connection, places);
  if (state?.phase === 'switched') await checkNotBegun(connection, places);
  if (state?.in_place === false && o.from === null)
    throw new MigrationRefusedError('The unfinished import is from another database: pass it again with --from.');
  if (o.from !== null && (state === null || state.phase === 'following')) {
    await askConfirmation(
      'Import all users of the other database, which is only read? --revert undoes it.',
      o.own.yes === true,
    );
  } else if (state === null) {
    const report = await evaluateImport(connection, places, {
      secrets: o.secrets,
      lives: o.lives,
      logins: readLogins(o.settings),
    });
    refuseIfBlocked(report);
    const question = `Import ${report.counts.imported.users?.toLocaleString('en')} users? Schema ${places.names.auth} is renamed to ${gotrueSchemaOf(places.names)}; --revert undoes it.`;
    await askConfirmation(question, o.own.yes === true);
  }
  const how = {
    secrets: o.secrets,
    lives: o.lives,
    log: printError,
    install: () => migrateToImport(o.settings, printError),
  };
  if (o.from === null) await applyImport(connection, places, how);
  else await applyFromDatabase(connection, places, { ...how, from: o.from });
  printError('The import is done. Start Postern and test it: --revert undoes the import, --commit keeps it.');
  return 0;
}

function refuseIfBlocked({ blockers }: Report): void {
  if (blockers.length === 0) return;
  throw new MigrationRefusedError(
    ['Nothing was changed. Blockers:', ...blockers.map((line) => `- ${line}`)].join('\n'),
  );
}

async function revertCommand(connection: Connection, places: ImportSchemas, own: ImportGotrueOptions): Promise<number> {
  const lost = await countNewRows(connection, places);
  const losing =
    lost.users + lost.sessions === 0
      ? 'There were no sign-ups or sign-ins since the import.'
      : `${lost.users} users and ${lost.sessions} sessions since the import are lost.`;
  await askConfirmation(`Undo the import? ${losing} Changes of users since then are lost too.`, own.yes === true);
  await revertImport(connection, places, printError);
  printError('The database is as it was before the import.');
  return 0;
}

async function commitCommand(connection: Connection, places: ImportSchemas, own: ImportGotrueOptions): Promise<number> {
  await askConfirmation(
    `Drop schema ${gotrueSchemaOf(places.names)} with the tables of GoTrue? The import cannot be undone then.`,
    own.yes === true,
  );
  await commitImport(connection, places);
  printError('The import is kept. The tables of GoTrue are dropped.');
  return 0;
}
