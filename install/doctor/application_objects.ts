// Finds objects of applications on our tables and in our schemas. docs/for-dbas.md lists what applications may have. A
// trigger on users is a finding if it runs with the rights of the owner role or after our own trigger. Other triggers
// on users are notes.

import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { PROMISED_COLUMNS } from '../../core/doctor/promised.ts';
import { runStatement } from '../migrate/connection.ts';
import { qualifyName } from '../migrate/tree.ts';
import { SEARCH_INDEX } from '../search_index.ts';
import type { CheckContext } from './check_context.ts';
import { parseOwnDomains } from './domains.ts';
import { queryAsOwner } from './query_as_owner.ts';
import { parseOwnTables } from './tables.ts';

const schemasOf = (names: Names): string =>
  [names.auth, names.lib, names.api, names.queue].map(quoteLiteral).join(', ');
const tableOf = (names: Names, table: string): string => `to_regclass(${quoteLiteral(qualifyName(names.auth, table))})`;
const usersOf = (names: Names): string => tableOf(names, 'users');
/** SQL condition: row d of pg_depend is a dependency on a column of users that applications may read. */
const onPromised = (names: Names): string => `d.refobjid = ${usersOf(names)} and exists (select from pg_attribute as a
  where a.attrelid = d.refobjid and a.attnum = d.refobjsubid and a.attname in (${PROMISED_COLUMNS.map(quoteLiteral).join(', ')}))`;

/**
 * Finds triggers, rules and policies that are not ours on our tables, missing or changed ones of ours, and disabled
 * foreign keys.
 */
export async function checkTriggersRulesAndPolicies({ connection, names }: CheckContext): Promise<Finding[]> {
  const rows = await runStatement<{ kind: 'trigger' | 'rule' | 'policy'; name: string; table: string; what: string }>(
    connection,
    `select 'trigger' as kind, t.tgname::text as name, t.tgrelid::regclass::text as table, 'calls ' || t.tgfoid::regprocedure::text as what
     from pg_trigger as t join pg_class as c on c.oid = t.tgrelid join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${schemasOf(names)}) and not t.tgisinternal and t.tgparentid = 0 and t.tgrelid is distinct from ${usersOf(names)}
       and not (t.tgrelid is not distinct from ${tableOf(names, 'sessions')} and t.tgname = ${quoteLiteral(SESSION_TRIGGER)})
     union all
     select 'rule', w.rulename, w.ev_class::regclass::text, pg_get_ruledef(w.oid)
     from pg_rewrite as w join pg_class as c on c.oid = w.ev_class join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${schemasOf(names)}) and w.rulename <> '_RETURN'
     union all
     select 'policy', p.polname, p.polrelid::regclass::text, coalesce('using ' || pg_get_expr(p.polqual, p.polrelid), 'for what is written')
     from pg_policy as p join pg_class as c on c.oid = p.polrelid join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${schemasOf(names)})
       and not (p.polrelid is not distinct from ${usersOf(names)} and (p.polname = ${quoteLiteral(OWN_POLICY)}
         or p.polcmd = 'r' and p.polpermissive and not 0 = any (p.polroles)))
     order by 1, 3, 2`,
  );
  const code = { trigger: 'triggers', rule: 'rules', policy: 'policies' } as const;
  const hooks = rows.map(({ kind, name, table, what }) => {
    const drop = `drop ${kind} ${quoteIdentifier(name)} on ${table}`;
    return findingWithSql(code[kind], `${table} has a foreign ${kind}: ${name} ${what}`, runAsOwnerSql(names, [drop]));
  });
  const own = await checkOwnPolicy({ connection, names });
  for (const trigger of OWN_TRIGGERS) own.push(...(await checkOwnTrigger({ connection, names }, trigger)));
  const triggers = await checkApplicationTriggers({ connection, names });
  return [...hooks, ...own, ...triggers, ...(await findDisabledConstraints({ connection, names }))];
}

/** Names of the triggers and the policy that sql/migrations/ creates on users and sessions. */
const OWN_TRIGGER = 'zz_reset_session_state';
const SESSION_TRIGGER = 'queue_client_logout';
const OWN_POLICY = 'deletes';

interface OwnTrigger {
  readonly name: string;
  readonly table: string;
  readonly calls: string;
  /** Trigger definition after the name, as pg_get_triggerdef() prints it, with `…` in place of the table. */
  readonly rest: string;
  readonly purpose: string;
}

const OWN_TRIGGERS: readonly OwnTrigger[] = [
  {
    name: OWN_TRIGGER,
    table: 'users',
    calls: 'reset_session_state',
    rest: 'AFTER INSERT OR UPDATE ON … FOR EACH STATEMENT',
    purpose: 'it resets session state that other triggers change',
  },
  {
    name: SESSION_TRIGGER,
    table: 'sessions',
    calls: 'queue_client_logout',
    rest: 'AFTER DELETE OR UPDATE OF revoked_at ON … FOR EACH ROW WHEN (((old.oauth_client_id IS NOT NULL) AND (old.revoked_at IS NULL)))',
    purpose: 'it queues the logout tokens of clients',
  },
];

async function checkOwnTrigger(
  { connection, names }: Pick<CheckContext, 'connection' | 'names'>,
  { name, table, calls, rest, purpose }: OwnTrigger,
): Promise<Finding[]> {
  const target = qualifyName(names.auth, table);
  const definition = `CREATE TRIGGER ${name} ${rest.replace('…', '%I.%I')} EXECUTE FUNCTION %s()`;
  const rows = await runStatement<{ whole: boolean }>(
    connection,
    `select t.tgenabled = 'O' and t.tgfoid = to_regprocedure(${quoteLiteral(`${qualifyName(names.auth, calls)}()`)})
       and pg_get_triggerdef(t.oid) = format(${quoteLiteral(definition)}, ${quoteLiteral(names.auth)}, ${quoteLiteral(table)}, t.tgfoid::regproc) as whole
     from pg_trigger as t where t.tgrelid = ${tableOf(names, table)} and t.tgname = ${quoteLiteral(name)}`,
  );
  if (rows[0]?.whole === true) return [];
  const finding = `the trigger ${name} on ${target} is ${rows.length === 0 ? 'missing' : 'changed'}: ${purpose}`;
  const sql = [
    `drop trigger if exists ${name} on ${target}`,
    `create trigger ${name} ${rest.replace('…', target)} execute function ${qualifyName(names.auth, calls)}()`,
  ];
  return [findingWithSql('triggers', finding, runAsOwnerSql(names, sql))];
}

async function checkOwnPolicy({ connection, names }: Pick<CheckContext, 'connection' | 'names'>): Promise<Finding[]> {
  const role = names.role.triggers;
  const users = qualifyName(names.auth, 'users');
  const rows = await runStatement<{ whole: boolean }>(
    connection,
    `select p.polpermissive and p.polcmd = '*' and p.polroles = array[r.oid] and p.polwithcheck is null
       and pg_get_expr(p.polqual, p.polrelid) = '(pg_trigger_depth() = 0)' as whole
     from pg_policy as p left join pg_roles as r on r.rolname = ${quoteLiteral(role)}
     where p.polrelid = ${usersOf(names)} and p.polname = ${quoteLiteral(OWN_POLICY)}`,
  );
  if (rows[0]?.whole === true) return [];
  const finding = `the policy ${OWN_POLICY} on ${users} is ${rows.length === 0 ? 'missing' : 'changed'}: it lets ${role} delete users, and hides them from it in triggers`;
  const sql = [
    `drop policy if exists ${OWN_POLICY} on ${users}`,
    `create policy ${OWN_POLICY} on ${users} to ${quoteIdentifier(role)} using (pg_catalog.pg_trigger_depth() operator(pg_catalog.=) 0)`,
  ];
  return [findingWithSql('policies', finding, runAsOwnerSql(names, sql))];
}

/**
 * Query for triggers of applications on users, and on tables of applications whose rows a foreign key to our tables
 * changes or deletes. Returns each trigger with its function and the role whose rights it has. The action of a foreign
 * key runs as the owner of the referencing table, and so do its BEFORE triggers. Before PostgreSQL 18, its AFTER
 * triggers run as the role that changed the referenced row: auth_triggers when it deletes a user, otherwise the owner
 * role.
 */
const triggersQuery = (names: Names): string => `
  with recursive own (oid) as (
    select c.oid from pg_class as c join pg_namespace as s on s.oid = c.relnamespace where s.nspname in (${schemasOf(names)})
  ), acting (parent, child, updates) as (
    select k.confrelid, k.conrelid, k.confupdtype in ('c', 'n', 'd') from pg_constraint as k
    where k.contype = 'f' and (k.confdeltype in ('c', 'n', 'd') or k.confupdtype in ('c', 'n', 'd'))
      and k.conrelid not in (select o.oid from own as o)
  ), reached (oid, by_owner) as (
    select a.child, a.updates or a.parent <> ${usersOf(names)} from acting as a join own as o on o.oid = a.parent
    union
    select a.child, r.by_owner from acting as a join reached as r on r.oid = a.parent
  ), fired (oid, by_owner, events) as (
    select ${usersOf(names)}::oid, true, 28
    union all
    select r.oid, bool_or(r.by_owner), 24 from reached as r group by r.oid
  )
  select t.tgname, t.tgrelid::regclass as relation, p.oid::regprocedure as function,
    t.tgtype & 3 = 0 and t.tgrelid = ${usersOf(names)} and t.tgname > ${quoteLiteral(OWN_TRIGGER)} as late,
    case when p.prosecdef then pg_get_userbyid(p.proowner)
      when t.tgrelid = ${usersOf(names)} then case when t.tgtype & 20 <> 0 then ${quoteLiteral(names.role.owner)} else ${quoteLiteral(names.role.triggers)} end
      when t.tgtype & 2 <> 0 or current_setting('server_version_num')::int >= 180000 then pg_get_userbyid(c.relowner)
      when f.by_owner then ${quoteLiteral(names.role.owner)}
      else ${quoteLiteral(names.role.triggers)} end as role
  from fired as f join pg_trigger as t on t.tgrelid = f.oid and t.tgtype & f.events <> 0
  join pg_class as c on c.oid = f.oid join pg_proc as p on p.oid = t.tgfoid
  where not t.tgisinternal and not (t.tgrelid = ${usersOf(names)} and t.tgname = ${quoteLiteral(OWN_TRIGGER)})`;

/**
 * Finds triggers of applications that run with the rights of the owner role, and AFTER statement triggers on users that
 * run after OWN_TRIGGER.
 */
async function checkApplicationTriggers({
  connection,
  names,
}: Pick<CheckContext, 'connection' | 'names'>): Promise<Finding[]> {
  const rows = await runStatement<{ finding: string; advice: string }>(
    connection,
    `with foreign_triggers as (${triggersQuery(names)})
     select format('trigger %I on %s runs with the rights of %s: %s is not security definer', t.tgname, t.relation, t.role, t.function) as finding,
       format('let it run as a role with only the rights it needs: alter function %s security definer set search_path = pg_catalog, pg_temp; '
         'alter function %s owner to …', t.function, t.function) as advice
     from foreign_triggers as t where t.role = ${quoteLiteral(names.role.owner)}
     union all
     select format('trigger %I on %s runs after ${OWN_TRIGGER}: session state that it changes reaches other requests', t.tgname, t.relation),
       format('rename it so that it sorts before: alter trigger %I on %s rename to …', t.tgname, t.relation)
     from foreign_triggers as t where t.late
     order by 1`,
  );
  return rows.map(({ finding, advice }) => findingWithAdvice('triggers', finding, advice));
}

/**
 * Finds disabled foreign keys, and row security that is forced on the owner role, so that its functions see no rows.
 */
async function findDisabledConstraints({
  connection,
  names,
}: Pick<CheckContext, 'connection' | 'names'>): Promise<Finding[]> {
  const rows = await runStatement<{ finding: string; statement: string }>(
    connection,
    `select format('%s does not check foreign keys: its triggers are disabled', t.tgrelid::regclass) as finding,
       format('alter table %s enable trigger all', t.tgrelid::regclass) as statement
     from pg_trigger as t join pg_class as c on c.oid = t.tgrelid join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${schemasOf(names)}) and t.tgisinternal and t.tgenabled <> 'O' group by t.tgrelid
     union all
     select format('%s forces row level security on its owner, so functions see no rows', c.oid::regclass),
       format('alter table %s no force row level security', c.oid::regclass)
     from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${schemasOf(names)}) and c.relforcerowsecurity
     order by 1`,
  );
  return rows.map((row) => findingWithSql('tables', row.finding, [row.statement]));
}

/** Finds objects in our schemas that no file of this release creates, except functions and the views of auth_api. */
export async function checkObjects(context: CheckContext): Promise<Finding[]> {
  const { connection, names } = context;
  const tables = parseOwnTables(context).map((table) => `to_regclass(${quoteLiteral(table.name)})::oid`);
  const library = ['migrations_version', 'migrations_applied'].map(
    (name) => `to_regclass(${quoteLiteral(qualifyName(names.auth, name))})::oid`,
  );
  const domains = parseOwnDomains(context).map(({ name }) => `to_regtype(${quoteLiteral(name)})::oid`);
  const [log, refusals] = ['audit_log', 'refusals'].map(
    (name) => `to_regclass(${quoteLiteral(qualifyName(names.auth, name))})`,
  );
  // checkFunctions() and checkViews() check the functions and the views of auth_api. In the queue's schema, types,
  // tables, indexes and sequences belong to pg-boss.
  const rows = await runStatement<{ type: string; name: string }>(
    connection,
    `with own (oid) as (
       select unnest(array[${[...tables, ...library].join(', ')}])
       union select h.inhrelid from pg_inherits as h join pg_class as c on c.oid = h.inhrelid
         where h.inhparent = ${log} and c.relname ~ '^audit_log_[0-9]{4}_[0-9]{2}$'
           or h.inhparent = ${refusals} and c.relname ~ '^refusals_[0-9]{4}_[0-9]{2}_[0-9]{2}$')
     select i.type, i.identity as name
     from pg_depend as d
     join pg_namespace as s on d.refclassid = 'pg_namespace'::regclass and s.oid = d.refobjid
     left join pg_class as c on d.classid = 'pg_class'::regclass and c.oid = d.objid
     cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as i
     where d.deptype = 'n' and s.nspname in (${schemasOf(names)}) and d.classid <> 'pg_proc'::regclass and d.classid <> 'pg_default_acl'::regclass
       and not (d.classid = 'pg_class'::regclass and d.objid in (select o.oid from own as o))
       and not (d.classid = 'pg_type'::regclass and d.objid = any (array[${domains.join(', ')}]))
       and not (c.relkind is not distinct from 'S' and exists (select from pg_depend as b join own as o on o.oid = b.refobjid
         where b.classid = 'pg_class'::regclass and b.objid = c.oid and b.deptype in ('a', 'i')))
       and not (s.nspname = ${quoteLiteral(names.api)} and c.relkind is not distinct from 'v')
       and not (s.nspname = ${quoteLiteral(names.queue)} and (d.classid = 'pg_type'::regclass or coalesce(c.relkind, ' ') in ('r', 'p', 'i', 'I', 'S')))
     order by 1, 2`,
  );
  return rows.map(({ type, name }) => {
    const finding = `the ${type} ${name} is in a schema of Postern but in no file of this release`;
    if (type === 'view') return findingWithSql('objects', finding, runAsOwnerSql(names, [`drop view ${name}`]));
    return findingWithAdvice(
      'objects',
      finding,
      `drop it if it is not needed: drop ${type} ${name}; otherwise move it: alter ${type} ${name} set schema …`,
    );
  });
}

/**
 * Finds objects outside our schemas that depend on our tables: foreign keys (except to users.id), views (except of
 * columns that applications may read), and inheriting tables.
 */
export async function checkDependants({ connection, names }: CheckContext): Promise<Finding[]> {
  const rows = await runStatement<{ finding: string; statement: string; destroys: boolean }>(
    connection,
    `with ours as (select c.oid, c.relname from pg_class as c join pg_namespace as s on s.oid = c.relnamespace where s.nspname in (${schemasOf(names)}))
     select format('%s references %s by %s, which blocks deletes there', k.conrelid::regclass, k.confrelid::regclass, k.conname) as finding,
       format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as statement, false as destroys
     from pg_constraint as k join ours as o on o.oid = k.confrelid
     where k.contype = 'f' and k.conparentid = 0 and k.conrelid not in (select x.oid from ours as x)
       and not (k.confrelid = ${usersOf(names)} and k.confkey = array[(select a.attnum from pg_attribute as a where a.attrelid = k.confrelid and a.attname = 'id')])
     union all
     select distinct format('%s %s reads %s', case v.relkind when 'm' then 'materialized view' else 'view' end, v.oid::regclass,
         string_agg(distinct d.refobjid::regclass::text, ', ')),
       format('drop %s %s', case v.relkind when 'm' then 'materialized view' else 'view' end, v.oid::regclass), true
     from pg_depend as d join pg_rewrite as w on w.oid = d.objid join pg_class as v on v.oid = w.ev_class
     join ours as o on o.oid = d.refobjid
     where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and v.relkind in ('v', 'm')
       and v.oid not in (select x.oid from ours as x) and not (${onPromised(names)})
     group by v.oid, v.relkind
     union all
     select format('%s inherits from %s, so its rows appear in our table', h.inhrelid::regclass, h.inhparent::regclass),
       case when c.relispartition then format('alter table %s detach partition %s', h.inhparent::regclass, h.inhrelid::regclass)
         else format('alter table %s no inherit %s', h.inhrelid::regclass, h.inhparent::regclass) end, false
     from pg_inherits as h join ours as o on o.oid = h.inhparent join pg_class as c on c.oid = h.inhrelid
     where h.inhrelid not in (select x.oid from ours as x) and c.relkind in ('r', 'p', 'f')
     order by 1`,
  );
  return rows.map(({ finding, statement, destroys }) =>
    destroys
      ? findingWithAdvice(
          'dependants',
          finding,
          `it reads with its owner's rights for every reader; drop it if it is not needed: ${statement};`,
        )
      : findingWithSql('dependants', finding, [statement]),
  );
}

/**
 * Returns notes: triggers and views of applications that are allowed, a missing search index, and policies that do not
 * check the OAuth client.
 */
export async function collectNotes(context: CheckContext): Promise<string[]> {
  const { connection, names } = context;
  const rows = await runStatement<{ note: string }>(
    connection,
    `select format('trigger %I on %s calls %s, which runs with the rights of %s', t.tgname, t.relation, t.function, t.role) as note
     from (${triggersQuery(names)}) as t where t.role <> ${quoteLiteral(names.role.owner)}
     union all
     select distinct format('view %s shows its readers the columns of users that its owner %s may read', v.oid::regclass, pg_get_userbyid(v.relowner))
     from pg_depend as d join pg_rewrite as w on w.oid = d.objid join pg_class as v on v.oid = w.ev_class
     where d.classid = 'pg_rewrite'::regclass and v.relkind in ('v', 'm') and v.relnamespace <> to_regnamespace(${quoteLiteral(names.api)})
       and ${onPromised(names)}
     order by 1`,
  );
  // Uses the planner's estimate, because a count would read the table.
  const many = await runStatement<{ note: string }>(
    connection,
    `select format('searches among about %s users have no index; "npx postern user index" builds it with the extension pg_trgm, which is %s',
       c.reltuples::bigint, case when exists (select from pg_extension as e where e.extname = 'pg_trgm') then 'installed' else 'missing' end) as note
     from pg_class as c where c.oid = ${usersOf(names)} and c.reltuples > 100000
       and not exists (select from pg_index as i join pg_class as x on x.oid = i.indexrelid
         where i.indrelid = c.oid and x.relname = ${quoteLiteral(SEARCH_INDEX)} and i.indisvalid)`,
  );
  return [...rows, ...many, ...(await notesOnClientAccess(context))].map((row) => row.note);
}

/**
 * If there are OAuth clients, returns a note for each application table whose policies check the user's id but not the
 * client. A client that a user has approved then has the access of this user.
 */
async function notesOnClientAccess(context: CheckContext): Promise<{ note: string }[]> {
  const { names } = context;
  const text = `coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')`;
  return queryAsOwner<{ note: string }>(
    context,
    `select format('policies on %s read the user and not the OAuth client, so a client has the rows of its users. To close the table: '
       'create policy own_app_only on %s as restrictive using ((select ${qualifyName(names.auth, 'client_id')}()) is null);',
       p.polrelid::regclass, p.polrelid::regclass) as note
     from pg_policy as p join pg_class as c on c.oid = p.polrelid join pg_namespace as n on n.oid = c.relnamespace
     where n.nspname not in (${schemasOf(names)})
       and exists (select from ${qualifyName(names.auth, 'oauth_clients')} as o where o.deleted_at is null)
     group by p.polrelid
     having bool_or(${text} like '%uid()%') and not bool_or(${text} like '%client_id()%')
     order by 1`,
  );
}
