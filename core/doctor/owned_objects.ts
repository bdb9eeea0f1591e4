// Checks for objects outside of Postern's schemas.
import { quoteIdentifier, quoteLiteral, ROLE_NAMES } from '../database/names.ts';
import { type CatalogCheckInput, type Finding, findingWithAdvice, findingWithSql } from './finding.ts';

/**
 * Finds objects outside of Postern's schemas that are owned by Postern's roles. A security definer function among
 * them runs with the rights of its owner.
 */
export async function checkOwnedObjects({ ask, names }: CatalogCheckInput): Promise<Finding[]> {
  const roles = ROLE_NAMES.map((name) => quoteLiteral(names.role[name])).join(', ');
  const rows = await ask<{
    role: string;
    type: string;
    name: string;
    definer: boolean;
  }>(`select r.rolname::text as role, i.type, i.identity as name, coalesce(p.prosecdef, false) as definer
     from pg_shdepend as d
     join pg_roles as r on r.oid = d.refobjid
     cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) as i
     left join pg_proc as p on d.classid = 'pg_proc'::regclass and p.oid = d.objid
     where d.deptype = 'o' and d.refclassid = 'pg_authid'::regclass and r.rolname in (${roles})
       and d.dbid = (select b.oid from pg_database as b where b.datname = current_database())
       and d.classid <> 'pg_default_acl'::regclass and i.type is not null
       and coalesce(i.schema, '') not in (${[names.auth, names.lib, names.api, names.queue].map((name) => quoteLiteral(quoteIdentifier(name))).join(', ')})
       and not (i.type = 'schema' and i.name in (${[names.auth, names.lib, names.api, names.queue].map((name) => quoteLiteral(quoteIdentifier(name))).join(', ')}))
     order by 1, 2, 3`);
  return rows.map(({ role, type, name, definer }) => {
    if (definer) {
      const finding = `${type} ${name} runs with the rights of ${role} for every caller`;
      return findingWithSql('definers', finding, [`alter ${type} ${name} security invoker`]);
    }
    const finding = `${role} owns the ${type} ${name}, which does not belong to Postern`;
    return findingWithAdvice('belongings', finding, `change its owner: alter ${type} ${name} owner to …`);
  });
}
