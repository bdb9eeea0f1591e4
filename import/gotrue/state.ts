// Reads and writes the progress of an import (auth_import.state).
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { relationExists } from '../../install/migrate/inspect.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { type ImportSchemas, importFile, importSchemaOf } from './files.ts';

export type Phase = 'following' | 'moved' | 'installed' | 'copied' | 'verified' | 'switched';

export interface State extends ExternalState {
  phase: Phase;
  in_place: boolean;
  users: number;
  entries: number;
}

export interface ExternalState {
  had_pgcrypto: boolean;
  had_extensions: boolean;
  had_usage: boolean;
  had_large_objects: boolean;
  had_temporary: boolean;
  had_defaults: boolean;
}

export async function readState(on: Queryable, places: ImportSchemas): Promise<State | null> {
  const into = importSchemaOf(places.names);
  if (!(await relationExists(on, into, 'state'))) return null;
  const before = 's.had_pgcrypto, s.had_extensions, s.had_usage, s.had_large_objects, s.had_temporary, s.had_defaults';
  const columns = `s.phase, s.in_place, s.users, s.entries, ${before}`;
  const [state] = await runStatement<State>(on, `select ${columns} from ${qualifyName(into, 'state')} as s`);
  return state ?? null;
}

/** Creates auth_import with its tables and its state row. */
export async function beginState(
  on: Queryable,
  places: ImportSchemas,
  o: { in_place: boolean; batch: number; phase: Phase },
): Promise<void> {
  await runStatement(on, importFile('state', places));
  await runStatement(
    on,
    `insert into ${qualifyName(importSchemaOf(places.names), 'state')}
       (phase, in_place, batch, had_pgcrypto, had_extensions, had_usage, had_large_objects, had_temporary, had_defaults)
     select ${quoteLiteral(o.phase)}, ${o.in_place}, ${o.batch}, h.had_pgcrypto, h.had_extensions, h.had_usage, h.had_large_objects, h.had_temporary, h.had_defaults
     from (${surroundingsQuery(places)}) as h`,
  );
  await showPhase(on, places, o.phase);
}

/** Returns the current state of the objects outside Postern's schemas that roles.sql may change. */
export const readExternalState = async (on: Queryable, places: ImportSchemas): Promise<ExternalState> => {
  const [now] = await runStatement<ExternalState>(on, surroundingsQuery(places));
  if (now === undefined) throw new Error('the query for the surroundings returned no row');
  return now;
};

const surroundingsQuery = ({ names }: ImportSchemas): string => `
  select exists (select from pg_extension as e where e.extname = 'pgcrypto') as had_pgcrypto,
    exists (select from pg_namespace as s where s.nspname = 'extensions') as had_extensions,
    exists (select from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace cross join aclexplode(s.nspacl) as a
      where e.extname = 'pgcrypto' and pg_get_userbyid(a.grantee) = ${quoteLiteral(names.role.owner)}) as had_usage,
    exists (select from pg_proc as f cross join aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) as a
      where f.pronamespace = 'pg_catalog'::regnamespace and f.proname = 'lo_create' and a.grantee = 0) as had_large_objects,
    exists (select from pg_database as d cross join aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) as a
      where d.datname = current_database() and a.privilege_type = 'TEMPORARY' and a.grantee = 0) as had_temporary,
    exists (select from pg_default_acl as d where pg_get_userbyid(d.defaclrole) = ${quoteLiteral(names.role.owner)}) as had_defaults`;

export async function setPhase(on: Queryable, places: ImportSchemas, phase: Phase): Promise<void> {
  await runStatement(
    on,
    `update ${qualifyName(importSchemaOf(places.names), 'state')} as s set phase = ${quoteLiteral(phase)}`,
  );
  await showPhase(on, places, phase);
}

/** Publishes the phase in the comment of the schema, because serve and worker can read only that. */
async function showPhase(on: Queryable, places: ImportSchemas, phase: Phase): Promise<void> {
  await runStatement(
    on,
    `comment on schema ${quoteIdentifier(importSchemaOf(places.names))} is ${quoteLiteral(`import: ${phase}`)}`,
  );
}
