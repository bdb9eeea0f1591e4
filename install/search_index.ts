// Builds or drops the trigram index for user searches.
import { identifier, installationNames, type Names } from '../core/database/names.ts';
import { MigrationRefusedError } from '../core/database/refusal.ts';
import type { Settings } from '../core/settings/table.ts';
import { print, printError } from '../core/terminal/output.ts';
import { run as ask, type Connection, withConnection } from './migrate/connection.ts';
import { qualified } from './migrate/tree.ts';
import { migrateTarget, namesOf, printExpectedErrors } from './target.ts';

/** Name by which searches and doctor recognize the index. */
export const SEARCH_INDEX = 'users_search_idx';

/** Builds or drops the index. Prints expected errors. Returns the exit code. */
export function indexUsers(o: { settings: Settings; drop: boolean }): Promise<number> {
  return printExpectedErrors(printError, async () => {
    const target = migrateTarget(o.settings);
    if (target === null) throw new MigrationRefusedError('Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database.');
    const { namespace, role_prefix } = namesOf(o.settings);
    const names = installationNames(namespace, role_prefix);
    await withConnection(target, printError, async (connection) => {
      const schema = o.drop ? null : await trigrams(connection, names);
      // A concurrent build waits for old transactions without blocking others, so it needs no timeouts.
      await ask(
        connection,
        `set role ${identifier(names.role.owner)}; set lock_timeout = 0; set statement_timeout = 0`,
      );
      // Drops an invalid index of an interrupted build.
      if (o.drop || !(await isValid(connection, names)))
        await ask(connection, `drop index concurrently if exists ${qualified(names.auth, SEARCH_INDEX)}`);
      if (schema !== null) await ask(connection, statement(names, schema));
    });
    print(o.drop ? 'Dropped the search index.' : 'The search index is ready.');
    return 0;
  });
}

/** Returns the CREATE INDEX statement. Its expression must equal the one in sql/lib/search.sql. */
function statement(names: Names, schema: string): string {
  return `create index concurrently if not exists ${identifier(SEARCH_INDEX)} on ${qualified(names.auth, 'users')} using gin
    ((coalesce(email::text, '') || ' ' || coalesce(phone::text, '') || ' ' || raw_user_meta_data::text || ' '
      || (raw_app_meta_data - '{provider,providers}'::text[])::text) ${identifier(schema)}.gin_trgm_ops)`;
}

async function isValid(connection: Connection, names: Names): Promise<boolean> {
  const rows = await ask(
    connection,
    `select from pg_index as i join pg_class as c on c.oid = i.indexrelid
     where i.indrelid = '${qualified(names.auth, 'users')}'::regclass and c.relname = '${SEARCH_INDEX}' and i.indisvalid`,
  );
  return rows.length > 0;
}

/** Returns the schema of pg_trgm. If the extension is missing, creates it in the schema of pgcrypto. */
async function trigrams(connection: Connection, names: Names): Promise<string> {
  const where = (name: string) =>
    ask<{ name: string }>(
      connection,
      `select s.nspname::text as name from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace where e.extname = '${name}'`,
    );
  const [there] = await where('pg_trgm');
  if (there !== undefined) return there.name;
  const [pgcrypto] = await where('pgcrypto');
  const schema = pgcrypto?.name ?? 'public';
  const create = `create extension pg_trgm schema ${identifier(schema)}`;
  try {
    await ask(connection, create);
  } catch (error) {
    throw new MigrationRefusedError(
      `Searches need the extension pg_trgm, and this login cannot install it (${(error as Error).message}). ` +
        `Have a DBA run "${create}; grant usage on schema ${identifier(schema)} to ${identifier(names.role.owner)};", then run this again. ` +
        'Until then searches read the user list page by page, without the index.',
      { cause: error },
    );
  }
  return schema;
}
