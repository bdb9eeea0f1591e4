// Ends an import. --revert restores the previous state. --commit drops the data that --revert needs.
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import {
  type Connection,
  type Log,
  type Queryable,
  runStatement,
  runUnsplitStatement,
} from '../../install/migrate/connection.ts';
import { firstErrorLine } from '../../install/migrate/database_error.ts';
import { findPgcryptoSchema } from '../../install/migrate/inspect.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { checkNoDependants } from './dependants.ts';
import { gotrueSchemaOf, type ImportSchemas, importSchemaOf } from './files.ts';
import { readExternalState, readState, type State } from './state.ts';

async function requireState(on: Queryable, places: ImportSchemas): Promise<State> {
  const state = await readState(on, places);
  if (state !== null) return state;
  throw new MigrationRefusedError(
    'No import has begun here, or it was committed: there is nothing to revert or to commit.',
  );
}

/** Counts users and sessions that were created since the import and that a revert would lose. */
export async function countNewRows(on: Queryable, places: ImportSchemas): Promise<{ users: number; sessions: number }> {
  const state = await requireState(on, places);
  if (state.phase === 'following' || state.phase === 'moved') return { users: 0, sessions: 0 };
  const { auth } = places.names;
  const into = importSchemaOf(places.names);
  const [row] = await runStatement<{ users: number; sessions: number }>(
    on,
    `select (select count(*) from ${qualifyName(auth, 'users')} as u
        where not exists (select from ${qualifyName(into, 'old_users')} as o where o.id = u.id)) as users,
       (select count(*) from ${qualifyName(auth, 'sessions')} as s
        where not exists (select from ${qualifyName(into, 'old_sessions')} as o where o.id = s.id)) as sessions`,
  );
  return { users: Number(row?.users), sessions: Number(row?.sessions) };
}

/** Reverts the import in one transaction. */
export async function revertImport(connection: Connection, places: ImportSchemas, log: Log): Promise<void> {
  const { names } = places;
  const state = await requireState(connection, places);
  const ours = [names.api, names.lib, names.queue, names.auth];
  await connection.tx(async (tx) => {
    await checkNoNewReferences(tx, places);
    const undone = await runStatement<{ kind: string; name: string; undo: string[] }>(
      tx,
      `select r.kind, r.name, r.undo from ${qualifyName(importSchemaOf(names), 'repointed_objects')} as r where r.undo <> '{}' order by r.place`,
    );
    for (const { kind, name, undo } of undone) {
      await runUndoStatements(tx, `${kind} ${name}`, undo);
      log(`${kind} ${name}`);
    }
    await checkNoDependants(tx, ours);
    for (const schema of ours) await runStatement(tx, `drop schema if exists ${quoteIdentifier(schema)} cascade`);
    await runStatement(tx, `drop schema ${quoteIdentifier(importSchemaOf(names))} cascade`);
    if (state.in_place) {
      await runStatement(
        tx,
        `alter schema ${quoteIdentifier(gotrueSchemaOf(names))} rename to ${quoteIdentifier(names.auth)}`,
      );
    } else {
      await runStatement(tx, `drop schema ${quoteIdentifier(gotrueSchemaOf(names))} cascade`);
    }
    await revertRoleChanges(tx, places, state);
  });
}

/**
 * Throws if rows of the application reference users that GoTrue does not have, because restoring the foreign keys
 * would fail.
 */
async function checkNoNewReferences(on: Queryable, { names }: ImportSchemas): Promise<void> {
  const keys = await runStatement<{ child: string; column_name: string }>(
    on,
    `select k.conrelid::regclass::text as child, quote_ident(a.attname) as column_name
     from ${qualifyName(importSchemaOf(names), 'repointed_objects')} as r
     join pg_constraint as k on k.confrelid = to_regclass(${quoteLiteral(qualifyName(names.auth, 'users'))}) and k.contype = 'f' and k.conparentid = 0
       and r.name = format('%s on %s', quote_ident(k.conname), k.conrelid::regclass)
     join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where r.kind = 'foreign key' and k.convalidated order by r.place`,
  );
  const found: string[] = [];
  for (const { child, column_name } of keys) {
    const [row] = await runStatement<{ rows: number }>(
      on,
      `select count(*) as rows from ${child} as t where t.${column_name} is not null
         and not exists (select from ${qualifyName(importSchemaOf(names), 'old_users')} as o where o.id = t.${column_name})`,
    );
    const rows = Number(row?.rows);
    if (rows > 0) found.push(`${child} (${column_name}): ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`);
  }
  if (found.length === 0) return;
  throw new MigrationRefusedError(
    `Rows of yours refer to users who have signed up since the import, whom GoTrue does not know: ${found.join(', ')}. Nothing was changed. ` +
      'Delete these users (npx postern user delete), or these rows, and run the command again.',
  );
}

async function runUndoStatements(on: Queryable, what: string, statements: readonly string[]): Promise<void> {
  try {
    for (const statement of statements) await runUnsplitStatement(on, statement);
  } catch (error) {
    throw new MigrationRefusedError(
      `${what} cannot be pointed back at the tables of GoTrue: ${firstErrorLine(error)}. Nothing was changed.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Reverts what roles.sql changed of pgcrypto, the schema extensions, default privileges, temporary tables and large
 * objects. Keeps the roles, because other databases of the server may use them.
 */
async function revertRoleChanges(on: Queryable, places: ImportSchemas, had: State): Promise<void> {
  const owner = quoteIdentifier(places.names.role.owner);
  if (!had.had_pgcrypto) await runStatement(on, 'drop extension if exists pgcrypto');
  if (!had.had_extensions) await runStatement(on, 'drop schema if exists extensions');
  const now = await readExternalState(on, places);
  if (now.had_usage && !had.had_usage) {
    const schema = await findPgcryptoSchema(on);
    if (schema !== null) await runStatement(on, `revoke usage on schema ${quoteIdentifier(schema)} from ${owner}`);
  }
  if (now.had_defaults && !had.had_defaults)
    await runStatement(on, `alter default privileges for role ${owner} grant execute on functions to public`);
  if (had.had_temporary && !now.had_temporary) {
    const [row] = await runStatement<{ name: string }>(on, 'select quote_ident(current_database()) as name');
    await runStatement(on, `grant temporary on database ${row?.name} to public`);
  }
  if (now.had_large_objects || !had.had_large_objects) return;
  const functions = ['lo_creat(integer)', 'lo_create(oid)', 'lo_from_bytea(oid, bytea)'];
  for (const name of functions) await runStatement(on, `grant execute on function pg_catalog.${name} to public`);
}

/** Drops GoTrue's tables and the data that --revert needs. */
export async function commitImport(connection: Connection, places: ImportSchemas): Promise<void> {
  const { names } = places;
  const state = await requireState(connection, places);
  if (state.phase !== 'switched') {
    throw new MigrationRefusedError(
      'The import is not done yet: run "npx postern import gotrue --apply" to its end first.',
    );
  }
  await connection.tx(async (tx) => {
    await checkNoDependants(tx, [gotrueSchemaOf(names)], [importSchemaOf(names)]);
    await runStatement(tx, `drop schema ${quoteIdentifier(importSchemaOf(names))} cascade`);
    await runStatement(tx, `drop schema ${quoteIdentifier(gotrueSchemaOf(names))} cascade`);
  });
}
