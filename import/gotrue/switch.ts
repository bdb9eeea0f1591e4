// Redirects the application to the new tables in one transaction. Stores the statements that undo it.
import { quoteIdentifier, quoteLiteral, renderSql } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import {
  type Connection,
  isTransient,
  type Log,
  type Queryable,
  runStatement,
  runUnsplitStatement,
  withRetries,
} from '../../install/migrate/connection.ts';
import { firstErrorLine } from '../../install/migrate/database_error.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { type AppObject, readObjects } from './application.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';
import { setPhase } from './state.ts';

/** Functions that policies, views and defaults of the application may call. They keep their OID and get a new body. */
const CONTRACT = ['uid', 'role', 'email', 'jwt'] as const;

export async function switchApplication(
  connection: Connection,
  places: ImportSchemas,
  o: { in_place: boolean; log: Log },
): Promise<void> {
  await withRetries({ tries: 20, log: o.log, what: 'pointing the application at the new tables' }, () =>
    connection.tx(async (tx) => {
      const steps = o.in_place ? [...(await functionSteps(tx, places)), ...(await objectSteps(tx, places))] : [];
      for (const [place, step] of steps.entries()) {
        await recreateObject(tx, step);
        await runStatement(
          tx,
          `insert into ${qualifyName(importSchemaOf(places.names), 'repointed_objects')} (place, kind, name, undo)
           values (${place}, ${quoteLiteral(step.kind)}, ${quoteLiteral(step.name)}, array[${step.undo.map(quoteLiteral).join(', ')}]::text[])`,
        );
        o.log(`${step.kind} ${step.name}`);
      }
      await setPhase(tx, places, 'switched');
    }),
  );
}

interface SwitchStep {
  kind: string;
  name: string;
  redo: string[];
  /** Statements that undo the step. Empty if dropping the new tables undoes it. */
  undo: string[];
}

async function recreateObject(on: Queryable, { kind, name, redo: statements }: SwitchStep): Promise<void> {
  try {
    for (const statement of statements) await runUnsplitStatement(on, statement);
  } catch (error) {
    if (isTransient(error)) throw error;
    throw new MigrationRefusedError(
      `${kind} ${name} cannot be pointed at the new tables: ${firstErrorLine(error)}. No object of the application was changed. ` +
        'Change or drop it and run "npx postern import gotrue --apply" again, or go back with --revert.',
      { cause: error },
    );
  }
}

async function objectSteps(on: Queryable, places: ImportSchemas): Promise<SwitchStep[]> {
  const objects = await readObjects(on, places);
  const stuck = objects.filter(({ blocks }) => blocks !== null);
  if (stuck.length > 0) {
    const list = stuck.map(({ kind, name, blocks }) => `${kind} ${name}: ${blocks}`);
    throw new MigrationRefusedError(`This cannot be pointed at the new tables: ${list.join('; ')}.`);
  }
  return objects.map((object) => objectStep(object, places));
}

function objectStep({ kind, name, definition, columns }: AppObject, places: ImportSchemas): SwitchStep {
  const undo = definition ?? [];
  const renamed = undo.map((statement) => renderSql(statement, new Map([[places.theirs, places.names.auth]])));
  if (kind === 'right' || kind === 'trigger') return { kind, name, redo: renamed, undo: [] };
  if (kind !== 'view') return { kind, name, redo: renamed, undo };
  // The view keeps its column types for dependent objects, although the new tables have other column types.
  const redo = renamed.map((statement) => {
    return `${statement.replace(/^(create or replace view .*? as) /s, `$1 select ${columns} from (`)}) as w`;
  });
  return { kind, name, redo, undo };
}

async function functionSteps(on: Queryable, { names, theirs }: ImportSchemas): Promise<SwitchStep[]> {
  const steps: SwitchStep[] = [];
  for (const name of CONTRACT) {
    const [old] = await runStatement<FunctionGrants>(on, contractQuery(theirs, name));
    const [ours] = await runStatement<FunctionGrants>(on, contractQuery(names.auth, name));
    if (old === undefined || ours === undefined || old.result !== ours.result) continue;
    const call = `${qualifyName(names.auth, name)}()`;
    const aside = `${qualifyName(theirs, name)}()`;
    const made = (as: FunctionGrants, call: string): string[] => [
      as.definition,
      `alter function ${call} owner to ${quoteIdentifier(as.owner)}`,
      `comment on function ${call} is ${as.comment === null ? 'null' : quoteLiteral(as.comment)}`,
    ];
    const moved = `alter function ${aside} set schema ${quoteIdentifier(names.auth)}`;
    // Grant EXECUTE to PUBLIC only, as in every installation. A revert restores other grants in the same order.
    const others = (verb: 'grant' | 'revoke', call: string): string[] =>
      old.others.map(
        (role) => `${verb} execute on function ${call} ${verb === 'grant' ? 'to' : 'from'} ${quoteIdentifier(role)}`,
      );
    const grant = old.is_public ? [] : [`grant execute on function ${call} to public`];
    const revoke = old.is_public ? [] : [`revoke execute on function ${call} from public`];
    steps.push({
      kind: 'function',
      name: `${names.auth}.${name}()`,
      redo: [`drop function ${call}`, moved, ...made(ours, call), ...others('revoke', call), ...grant],
      // The function is moved to GoTrue's schema first, because the role that becomes its owner must have CREATE on the
      // schema.
      undo: [
        ...revoke,
        `alter function ${call} set schema ${quoteIdentifier(theirs)}`,
        ...made(old, aside),
        ...others('grant', aside),
      ],
    });
  }
  return steps;
}

interface FunctionGrants {
  definition: string;
  owner: string;
  comment: string | null;
  result: string;
  is_public: boolean;
  /** Other roles with EXECUTE, in catalog order. */
  others: string[];
}

const contractQuery = (schema: string, name: string): string => `
  select pg_get_functiondef(f.oid) as definition, pg_get_userbyid(f.proowner) as owner, obj_description(f.oid, 'pg_proc') as comment,
    pg_get_function_result(f.oid) as result,
    exists (select from aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) as a
      where a.grantee = 0 and a.privilege_type = 'EXECUTE') as is_public,
    array(select pg_get_userbyid(a.grantee)::text from aclexplode(f.proacl) with ordinality as a (grantor, grantee, privilege, grantable, place)
      where a.grantee not in (0, f.proowner) order by a.place) as others
  from pg_proc as f join pg_namespace as s on s.oid = f.pronamespace
  where s.nspname = ${quoteLiteral(schema)} and f.proname = ${quoteLiteral(name)} and f.pronargs = 0`;
