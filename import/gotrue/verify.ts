// Compares the copied rows with the expected rows: tables by count and checksum, sealed secrets by value.
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Connection, type Log, type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { COPIED_FACTOR_COLUMNS, countDifferingFactors } from './factors.ts';
import { type ImportSchemas, importFile, importSchemaOf } from './files.ts';
import { LINK_COLUMNS } from './links.ts';
import { CLIENT_COLUMNS, countDifferingClients } from './oauth.ts';
import { countDifferingProviders, PROVIDER_COLUMNS } from './providers.ts';
import type { SecretKeys } from './secret_options.ts';
import { setPhase } from './state.ts';

interface TableChecksum {
  rows: number;
  checksum: string;
}

/** Tables in which secrets.ts adds rows, with the column that identifies the rows that SQL copied. */
const MORE: Readonly<Record<string, string>> = {
  passwords: 'user_id',
  pending_passwords: 'user_id',
  old_refresh_tokens: 'digest',
};

export async function verifyCopy(
  connection: Connection,
  places: ImportSchemas,
  { secrets, log }: { secrets: SecretKeys; log: Log },
): Promise<void> {
  const faults: string[] = [];
  for (const { table, columns, view, key_there = 'id' } of listCopiedTables(places)) {
    const { auth } = places.names;
    const into = importSchemaOf(places.names);
    const key = MORE[table];
    const only = key === undefined ? '' : ` where t.${key} in (select n.${key} from ${qualifyName(into, view)} as n)`;
    const expected = await computeChecksum(
      connection,
      columns.map((name) => (name === 'id' ? key_there : name)),
      `${qualifyName(into, view)} as t`,
    );
    const there = await computeChecksum(connection, columns, `${qualifyName(auth, table)} as t${only}`);
    log(`${table}: ${there.rows.toLocaleString('en')} rows, checksum ${there.checksum}`);
    if (there.rows !== expected.rows || there.checksum !== expected.checksum) {
      faults.push(
        `${table}: ${there.rows} rows instead of ${expected.rows}, checksums ${there.checksum}, ${expected.checksum}`,
      );
    }
  }
  faults.push(...(await lostUsersMessage(connection, places)));
  for (const [table, what, differing] of [
    ['factors', 'secrets or keys', await countDifferingFactors(connection, places, secrets)],
    ['oauth_clients', 'secrets', await countDifferingClients(connection, places, secrets)],
    ['custom_providers', 'client secrets', await countDifferingProviders(connection, places, secrets)],
  ] as const)
    if (differing > 0) faults.push(`${table}: ${differing} ${what} differ from those of GoTrue`);
  if (faults.length > 0) {
    throw new MigrationRefusedError(
      `The copied rows differ from the expected ones: ${faults.join('; ')}. No object of the application was changed; ` +
        '"npx postern import gotrue --revert" undoes the import.',
    );
  }
  await setPhase(connection, places, 'verified');
}

/** Returns a message if the number of users differs from the count in GoTrue's table. */
async function lostUsersMessage(on: Queryable, places: ImportSchemas): Promise<string[]> {
  const [row] = await runStatement<{ theirs: number; ours: number }>(
    on,
    `select (select count(*) from ${qualifyName(importSchemaOf(places.names), 'old_users')}) as theirs,
       (select count(*) from ${qualifyName(places.names.auth, 'users')}) as ours`,
  );
  return Number(row?.theirs) === Number(row?.ours)
    ? []
    : [`users: ${Number(row?.ours)} rows instead of ${Number(row?.theirs)}`];
}

interface CopiedTable {
  table: string;
  columns: readonly string[];
  view: string;
  /** Name that the view gives to the column `id`, if it differs. */
  key_there?: string;
}

/**
 * Returns the tables that copy_users.sql and copy_entries.sql write, with their columns and views, and the tables
 * that TypeScript writes.
 */
function listCopiedTables(places: ImportSchemas): CopiedTable[] {
  const text = `${importFile('copy_users', places)}\n${importFile('copy_entries', places)}`;
  const found = [...text.matchAll(/insert into \w+\.(\w+) \(([^)]*)\)[^;]*?from \w+\.(new_\w+) as n/g)];
  return found
    .map(
      ([, table = '', columns = '', view = '']): CopiedTable => ({
        table,
        view,
        columns: columns.split(',').map((name) => name.trim()),
      }),
    )
    .filter(({ table }) => table !== 'kept_rows')
    .concat([
      // The view does not have kept_at, so this column is not compared.
      { table: 'kept_rows', view: 'new_kept', columns: ['source', 'id', 'user_id', 'data'] },
      // Ids of links differ from those in the view, so they are not compared.
      { table: 'one_time_tokens', view: 'new_links', columns: LINK_COLUMNS },
      { table: 'factors', view: 'new_factors', columns: COPIED_FACTOR_COLUMNS },
      {
        table: 'custom_providers',
        view: 'new_providers',
        columns: ['id', ...PROVIDER_COLUMNS],
        key_there: 'provider_id',
      },
      {
        table: 'oauth_clients',
        view: 'new_oauth_clients',
        columns: ['id', ...CLIENT_COLUMNS],
        key_there: 'client_id',
      },
    ]);
}

/** Computes a checksum that does not depend on the order of the rows. */
async function computeChecksum(on: Queryable, columns: readonly string[], from: string): Promise<TableChecksum> {
  const list = columns.map((name) => `t.${name}::text`).join(', ');
  const [row] = await runStatement<{ rows: number; checksum: string }>(
    on,
    `select count(*) as rows, coalesce(sum(hashtextextended(row(${list})::text, 0)::numeric), 0)::text as checksum from ${from}`,
  );
  return { rows: Number(row?.rows), checksum: String(row?.checksum) };
}
