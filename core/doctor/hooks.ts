// Checks the hook functions in the settings: whether they exist, which roles can call them, and the rights and
// search_path of security definer functions.

import { quoteIdentifier, quoteLiteral } from '../database/names.ts';
import { HOOKS, type HookSettings, hookOf } from '../hooks/hook.ts';
import {
  type CatalogCheck,
  type CatalogCheckInput,
  type Finding,
  findingWithAdvice,
  findingWithSql,
} from './finding.ts';

interface HookFunctionFacts {
  signature: string;
  usage: boolean;
  execute: boolean;
  everybody: boolean;
  definer: boolean;
  owner: string;
  powerful: boolean;
  path: boolean;
}

/** Creates the check of all hooks that are functions. */
export function createHooksCheck(settings: HookSettings): CatalogCheck {
  return async (examined) => {
    const findings: Finding[] = [];
    for (const name of HOOKS) {
      const hook = hookOf(name, settings);
      if (hook === null || 'url' in hook) continue;
      findings.push(...(await checkHookFunction(examined, `SVC_HOOK_${name.toUpperCase()}_URI`, hook)));
    }
    return findings;
  };
}

async function checkHookFunction(
  { ask, names }: CatalogCheckInput,
  setting: string,
  hook: { schema: string; function: string },
): Promise<Finding[]> {
  const role = quoteIdentifier(names.role.hooks);
  const named = `${quoteIdentifier(hook.schema)}.${quoteIdentifier(hook.function)}`;
  const [facts] =
    await ask<HookFunctionFacts>(`select p.oid::regprocedure::text as signature, has_schema_privilege(r.oid, n.oid, 'USAGE') as usage,
       has_function_privilege(r.oid, p.oid, 'EXECUTE') as execute,
       p.proacl is null or exists (select from aclexplode(p.proacl) as a where a.grantee = 0) as everybody,
       p.prosecdef as definer, pg_get_userbyid(p.proowner)::text as owner,
       (select o.rolsuper from pg_roles as o where o.oid = p.proowner)
         or pg_has_role(p.proowner, ${quoteLiteral(names.role.owner)}, 'MEMBER') as powerful,
       exists (select from unnest(p.proconfig) as c where c like 'search_path=%') as path
     from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
     join pg_roles as r on r.rolname = ${quoteLiteral(names.role.hooks)}
     where n.nspname = ${quoteLiteral(hook.schema)} and p.proname = ${quoteLiteral(hook.function)} and p.prokind = 'f' and p.pronargs = 1
       and p.proargtypes[0] in ('jsonb'::regtype, 'json'::regtype)
     order by p.proargtypes[0] = 'jsonb'::regtype desc limit 1`);
  if (facts === undefined) {
    const finding = `${setting} names ${named}(jsonb), which does not exist: every request that needs it fails`;
    return [findingWithAdvice('hooks', finding, 'create it (docs/hooks.md), or disable the hook')];
  }
  const { signature } = facts;
  const found: Finding[] = [];
  if (!facts.usage || !facts.execute) {
    const grants = [
      ...(facts.usage ? [] : [`grant usage on schema ${quoteIdentifier(hook.schema)} to ${role}`]),
      ...(facts.execute ? [] : [`grant execute on function ${signature} to ${role}`]),
    ];
    found.push(
      findingWithSql('hooks', `${names.role.hooks} may not call ${signature}, which ${setting} names`, grants),
    );
  }
  if (facts.everybody) {
    const sql = [
      `revoke execute on function ${signature} from public`,
      `grant execute on function ${signature} to ${role}`,
    ];
    found.push(
      findingWithSql('hooks', `everybody may call ${signature}, which ${setting} names, with forged events`, sql),
    );
  }
  if (facts.definer && facts.powerful) {
    const finding = `${signature}, which ${setting} names, runs with all rights of ${facts.owner}`;
    found.push(
      findingWithAdvice(
        'hooks',
        finding,
        'change its owner to a role with only the rights it needs, or make it security invoker',
      ),
    );
  } else if (facts.definer && !facts.path) {
    const finding = `${signature}, which ${setting} names, runs as ${facts.owner} with no search_path of its own`;
    found.push(findingWithSql('hooks', finding, [`alter function ${signature} set search_path = pg_catalog, pg_temp`]));
  }
  return found;
}
