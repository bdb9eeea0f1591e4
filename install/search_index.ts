// Builds or drops the trigram index for user searches.
import { createNames, type Names, quoteIdentifier } from '../core/database/names.ts';
import { MigrationRefusedError } from '../core/database/refusal.ts';
import type { Settings } from '../core/settings/table.ts';
import { print, printError } from '../core/terminal/output.ts';
import { runStatement as ask, type Connection, withConnection } from './migrate/connection.ts';
import { qualifyName } from './migrate/tree.ts';
import { parseMigrateTarget, pickNameSettings, printExpectedErrors } from './target.ts';

/** Name by which searches and doctor recognize the index. */
export const SEARCH_INDEX = 'users_search_idx';

/** Builds or drops the index. Prints expected errors. Returns the exit code. */
export function indexUsers(o: { settings: Settings; drop: boolean }): Promise<number> {
  return printExpectedErrors(printError, async () => {
    const target = parseMigrateTarget(o.settings);
    if (target === null) throw new MigrationRefusedError('Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database.');
    const { namespace, role_prefix } = pickNameSettings(o.settings);
    const names = createNames(namespace, role_prefix);
    await withConnection(target, printError, async (connection) => {
      const schema = o.drop ? null : await ensureTrigramSchema(connection, names);
      // A concurrent build waits for old transactions without blocking others, so it needs no timeouts.
      await ask(
        connection,
        `set role ${quoteIdentifier(names.role.owner)}; set lock_timeout = 0; set statement_timeout = 0`,
      );
      // Without `drop`, removes only an invalid index of an interrupted build.
      if (o.drop || !(await isIndexValid(connection, names)))
        await ask(connection, `drop index concurrently if exists ${qualifyName(names.auth, SEARCH_INDEX)}`);
      if (schema !== null) await ask(connection, searchIndexStatement(names, schema));
    });
    print(o.drop ? 'Dropped the search index.' : 'The search index is ready.');
    return 0;
  });
}

/** Returns the CREATE INDEX statement. Its expression must equal the one in sql/lib/search.sql. */
function searchIndexStatement(names: Names, schema: string): string {
  return `create index concurrently if not exists ${quoteIdentifier(SEARCH_INDEX)} on ${qualifyName(names.auth, 'users')} using gin
    ((coalesce(email::text, '') || ' ' || coalesce(phone::text, '') || ' ' || raw_user_meta_data::text || ' '
      || (raw_app_meta_data - '{provider,providers}'::text[])::text) ${quoteIdentifier(schema)}.gin_trgm_ops)`;
}

async function isIndexValid(connection: Connection, names: Names): Promise<boolean> {
  const rows = await ask(
    connection,
    `select from pg_index as i join pg_class as c on c.oid = i.indexrelid
     where i.indrelid = '${qualifyName(names.auth, 'users')}'::regclass and c.relname = '${SEARCH_INDEX}' and i.indisvalid`,
  );
  return rows.length > 0;
}

/** Returns the schema of pg_trgm. If the extension is missing, creates it in the schema of pgcrypto. */
async function ensureTrigramSchema(connection: Connection, names: Names): Promise<string> {
  const where = (name: string) =>
    ask<{ name: string }>(
      connection,
      `select s.nspname::text as name from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace where e.extname = '${name}'`,
    );
  const [there] = await where('pg_trgm');
  if (there !== undefined) return there.name;
  const [pgcrypto] = await where('pgcrypto');
  const schema = pgcrypto?.name ?? 'public';
  const create = `create extension pg_trgm schema ${quoteIdentifier(schema)}`;
  try {
    await ask(connection, create);
  } catch (error) {
    throw new MigrationRefusedError(
      `Searches need the extension pg_trgm, and this login cannot install it (${(error as Error).message}). ` +
        `Have a DBA run "${create}; grant usage on schema ${quoteIdentifier(schema)} to ${quoteIdentifier(names.role.owner)};", then run this again. ` +
        'Until then searches read the user list page by page, without the index.',
      { cause: error },
    );
  }
  return schema;
}
