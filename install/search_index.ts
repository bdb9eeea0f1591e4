// The trigram index of searches: builds it, or drops it.
import { identifier, installationNames, type Names } from '../core/database/names.ts';
import { MigrateRefusal } from '../core/database/refusal.ts';
import type { Settings } from '../core/settings/table.ts';
import { complain, print } from '../core/terminal/output.ts';
import { run as ask, type Connection, withConnection } from './migrate/connection.ts';
import { qualified } from './migrate/tree.ts';
import { migrateTarget, namesOf, sentences } from './target.ts';

/** By this name searches know that it is there, and doctor that it is ours. */
export const SEARCH_INDEX = 'users_search_idx';

/** Exit code 0 when it is done; faults that can be foreseen are said. */
export function indexUsers(o: { settings: Settings; drop: boolean }): Promise<number> {
  return sentences(complain, async () => {
    const target = migrateTarget(o.settings);
    if (target === null) throw new MigrateRefusal('Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database.');
    const { namespace, role_prefix } = namesOf(o.settings);
    const names = installationNames(namespace, role_prefix);
    await withConnection(target, complain, async (connection) => {
      const schema = o.drop ? null : await trigrams(connection, names);
      // A concurrent build waits for old transactions while it blocks nobody, so no time-out may end it.
      await ask(
        connection,
        `set role ${identifier(names.role.owner)}; set lock_timeout = 0; set statement_timeout = 0`,
      );
      // One that was cut short is written but never read.
      if (o.drop || !(await isValid(connection, names)))
        await ask(connection, `drop index concurrently if exists ${qualified(names.auth, SEARCH_INDEX)}`);
      if (schema !== null) await ask(connection, statement(names, schema));
    });
    print(o.drop ? 'the index of searches is dropped' : 'the index of searches is there');
    return 0;
  });
}

/** The statement; its expression stands letter for letter in sql/lib/search.sql. */
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

/** The schema of pg_trgm, where a DBA has put it; where it is missing, that of pgcrypto, if this login may. */
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
    throw new MigrateRefusal(
      `Searches need the extension pg_trgm, and this login cannot install it (${(error as Error).message}). ` +
        `Have a DBA run "${create}; grant usage on schema ${identifier(schema)} to ${identifier(names.role.owner)};", then run this again. ` +
        'Until then searches work without the index, by reading the list of users in pages.',
      { cause: error },
    );
  }
  return schema;
}
