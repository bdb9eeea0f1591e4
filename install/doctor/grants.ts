// Compares the rights on our four schemas with grants.sql.

import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { PROMISED_COLUMNS } from '../../core/doctor/promised.ts';
import { runStatement } from '../migrate/connection.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';
import { functionsWithOwnOwner, recreateStatements } from './functions.ts';
import { parseFunctions, type WrittenFunction } from './parse_functions.ts';
import { parseGrants, type WrittenGrant } from './parse_grants.ts';

interface GrantedRight {
  kind: 'function' | 'relation' | 'column' | 'schema';
  /** Name as Postgres prints it: a function's with its argument types. */
  object: string;
  /** Column name, or ''. */
  column: string;
  grantee: string;
  privilege: string;
  /** True for a right on a partition, which is not needed, because queries use the parent. */
  part?: boolean;
}

/** Finds missing rights, and rights that neither grants.sql nor docs/for-dbas.md grants. */
export async function checkGrants(context: CheckContext): Promise<Finding[]> {
  const { connection, names, tree, pgcrypto_schema } = context;
  const { files } = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT);
  const grants = parseGrants(files.find((file) => file.name === 'grants.sql')?.text ?? '');
  const wanted = new Map<string, GrantedRight>();
  for (const right of await resolveGrants(context, grants, parseFunctions(files)))
    wanted.set(grantedRightKey(right), right);
  const given = new Map<string, GrantedRight>();
  for (const right of await runStatement<GrantedRight>(connection, grantedRightsQuery(names)))
    given.set(grantedRightKey(right), right);

  // The owner role has no right on a function with its own owner, so that function is created again by its file.
  const saying = (right: GrantedRight, statement: string): string[] => {
    const apart = functionsWithOwnOwner(names).find(({ signature }) => signature === right.object);
    return runAsOwnerSql(names, apart === undefined ? [statement] : recreateStatements(context, apart));
  };
  const findings: Finding[] = [];
  for (const [key, right] of wanted) {
    if (given.has(key) || right.part === true) continue;
    const statement = `grant ${describeRight(right)} to ${quoteGrantee(right.grantee)}`;
    findings.push(
      findingWithSql(
        'grants',
        `${right.grantee} lacks ${right.privilege} on ${right.object}`,
        saying(right, statement),
      ),
    );
  }
  for (const [key, right] of given) {
    if (wanted.has(key) || isPromised(right, names)) continue;
    const statement = `revoke ${describeRight(right)} from ${quoteGrantee(right.grantee)}`;
    const finding = `${right.grantee} has ${right.privilege} on ${right.object}, which grants.sql does not grant`;
    findings.push(findingWithSql('grants', finding, saying(right, statement)));
  }
  return findings;
}

/**
 * Returns true for a right that docs/for-dbas.md promises to applications: USAGE of the schema auth, REFERENCES and
 * TRIGGER on users, and SELECT on the promised columns.
 */
function isPromised(right: GrantedRight, names: Names): boolean {
  if (right.kind === 'schema') return right.object === quoteIdentifier(names.auth) && right.privilege === 'USAGE';
  const on_users = right.object === `${quoteIdentifier(names.auth)}.users`;
  if (!on_users || right.grantee === 'public') return false;
  const readable = right.kind === 'column' && PROMISED_COLUMNS.includes(right.column);
  return ['REFERENCES', 'TRIGGER'].includes(right.privilege) || (readable && right.privilege === 'SELECT');
}

function grantedRightKey(right: GrantedRight): string {
  return [right.kind, right.object, right.column, right.grantee, right.privilege].join('\0');
}

function quoteGrantee(name: string): string {
  return name === 'public' ? name : quoteIdentifier(name);
}

function describeRight(right: GrantedRight): string {
  const privilege = right.privilege.toLowerCase();
  if (right.kind === 'column') return `${privilege} (${quoteIdentifier(right.column)}) on table ${right.object}`;
  return `${privilege} on ${right.kind === 'relation' ? 'table' : right.kind} ${right.object}`;
}

/** Returns the grants of grants.sql with the catalog's names. Omits missing objects, which other checks report. */
async function resolveGrants(
  context: CheckContext,
  grants: readonly WrittenGrant[],
  functions: readonly WrittenFunction[],
): Promise<GrantedRight[]> {
  const signatures = new Map(functions.map((f) => [qualifyName(f.schema, f.name), signatureOf(f)]));
  const all = grants.map(
    (grant, at) => `select ${at} as at, o.object, o.part from (${objectsQuery(grant, signatures)}) as o`,
  );
  const rows = await runStatement<{ at: number; object: string | null; part: boolean }>(
    context.connection,
    all.join(' union all '),
  );
  return rows.flatMap(({ at, object, part }) => {
    const grant = grants[at];
    if (object === null || grant === undefined) return [];
    const kind = grant.columns.length > 0 ? 'column' : KINDS[grant.kind];
    const columns = grant.columns.length > 0 ? grant.columns : [''];
    return grant.roles.flatMap((grantee) =>
      grant.privileges.flatMap((privilege) =>
        columns.map((column) => ({ kind, object, column, grantee, privilege, part })),
      ),
    );
  });
}

const KINDS: Readonly<Record<WrittenGrant['kind'], GrantedRight['kind']>> = {
  function: 'function',
  'all functions': 'function',
  schema: 'schema',
  relation: 'relation',
  'all tables': 'relation',
};

const signatureOf = (f: WrittenFunction): string =>
  `${qualifyName(f.schema, f.name)}(${f.parameters.map(({ type }) => type).join(', ')})`;

function objectsQuery(grant: WrittenGrant, signatures: ReadonlyMap<string, string>): string {
  const list = grant.objects.map(quoteLiteral).join(', ');
  const each = (cast: string, objects = list): string =>
    `select ${cast}(w.name)::text as object, false as part from unnest(array[${objects}]::text[]) as w (name)`;
  switch (grant.kind) {
    case 'function':
      // The signature excludes overloads that are not ours.
      return each(
        'to_regprocedure',
        grant.objects.map((name) => quoteLiteral(signatures.get(name) ?? name)).join(', '),
      );
    case 'relation':
      return each('to_regclass');
    case 'schema':
      return each('to_regnamespace');
    case 'all functions':
      return `select p.oid::regprocedure::text as object, false as part from pg_proc as p where p.pronamespace = to_regnamespace(${list})`;
    case 'all tables':
      return `select c.oid::regclass::text as object, c.relispartition as part from pg_class as c
        where c.relnamespace = to_regnamespace(${list}) and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
  }
}

// Rights of the object's owner and of the owner role are omitted, because checkOwners() checks the owners. A null ACL
// of a function stands for its default rights, which include EXECUTE for PUBLIC.
function grantedRightsQuery(names: Names): string {
  const schemas = [names.auth, names.lib, names.api, names.queue].map(quoteLiteral).join(', ');
  const grantee = `case a.grantee when 0 then 'public' else pg_get_userbyid(a.grantee)::text end as grantee`;
  const strangers = (owner: string): string =>
    `a.grantee <> ${owner} and a.grantee is distinct from (select o.oid from pg_roles as o where o.rolname = ${quoteLiteral(names.role.owner)})`;
  return `
    select 'function' as kind, p.oid::regprocedure::text as object, '' as column, ${grantee}, a.privilege_type as privilege
    from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace
    cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
    where s.nspname in (${schemas}) and ${strangers('p.proowner')}
    union all
    select 'relation', c.oid::regclass::text, '', ${grantee}, a.privilege_type
    from pg_class as c join pg_namespace as s on s.oid = c.relnamespace cross join aclexplode(c.relacl) as a
    where s.nspname in (${schemas}) and ${strangers('c.relowner')}
    union all
    select 'column', c.oid::regclass::text, t.attname, ${grantee}, a.privilege_type
    from pg_attribute as t join pg_class as c on c.oid = t.attrelid join pg_namespace as s on s.oid = c.relnamespace
    cross join aclexplode(t.attacl) as a
    where s.nspname in (${schemas}) and not t.attisdropped and ${strangers('c.relowner')}
    union all
    select 'schema', s.oid::regnamespace::text, '', ${grantee}, a.privilege_type
    from pg_namespace as s cross join aclexplode(s.nspacl) as a
    where s.nspname in (${schemas}) and ${strangers('s.nspowner')}
    order by 1, 2, 3, 4, 5`;
}
