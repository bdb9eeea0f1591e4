// Finds users whose audience or role is not in the settings. Requests find users by audience, and policies check the
// role.
import { type Names, quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { Check, CheckContext } from './check_context.ts';
import { queryAsOwner } from './query_as_owner.ts';

export interface AudienceAndRoleSettings {
  jwt_aud: string;
  jwt_default_group_name: string;
  jwt_admin_group_name: string;
  jwt_admin_roles: readonly string[];
  /** Allowed audiences of requests, if restricted. */
  security_audiences?: readonly string[];
}

/**
 * Finds users whose audience or role no setting names. The role of a user may also be any role of the Postgres server.
 */
export function createAudienceAndRoleCheck(settings: AudienceAndRoleSettings): Check {
  const audiences = [settings.jwt_aud, ...(settings.security_audiences ?? [])];
  const roles = [settings.jwt_default_group_name, settings.jwt_admin_group_name, ...settings.jwt_admin_roles];
  return async (context) => {
    const { names } = context;
    const auds = await countUsersBy(context, 'aud', audiences);
    const others = await countUsersBy(context, 'role', roles);
    return [
      ...auds.map((group) =>
        unknownValueFinding(names, { column: 'aud', setting: 'SVC_JWT_AUD', now: settings.jwt_aud }, group),
      ),
      ...others.map((group) =>
        unknownValueFinding(
          names,
          { column: 'role', setting: 'SVC_JWT_DEFAULT_GROUP_NAME', now: settings.jwt_default_group_name },
          group,
        ),
      ),
    ];
  };
}

interface UserCount {
  value: string;
  users: string;
}

function countUsersBy(context: CheckContext, column: 'aud' | 'role', named: readonly string[]): Promise<UserCount[]> {
  const on_purpose = 'select from pg_roles as r where r.rolname = u.role';
  return queryAsOwner<UserCount>(
    context,
    `select u.${column} as value, count(*)::text as users from ${qualifyName(context.names.auth, 'users')} as u
     where u.deleted_at is null and u.${column} not in (${named.map(quoteLiteral).join(', ')})
       ${column === 'role' ? `and not exists (${on_purpose})` : ''}
     group by u.${column} order by u.${column} limit 100`,
  );
}

interface ColumnRepair {
  column: 'aud' | 'role';
  setting: string;
  now: string;
}

function unknownValueFinding(
  names: Names,
  { column, setting, now }: ColumnRepair,
  { value, users }: UserCount,
): Finding {
  const what = column === 'aud' ? 'audience' : 'role';
  // Also changes sign_up_role if it equals role. If they differ, an administrator has set role, so sign_up_role stays.
  const sign_up = `, sign_up_role = case when sign_up_role = role then ${quoteLiteral(now)} else sign_up_role end`;
  const set = `${column} = ${quoteLiteral(now)}${column === 'role' ? sign_up : ''}`;
  const update = `update ${qualifyName(names.auth, 'users')} set ${set} where ${column} = ${quoteLiteral(value)}`;
  // An empty value is always an error, so the finding has SQL and not only advice.
  if (value === '') {
    const found = `${users} user(s) have no ${what}: policies and clients for ${JSON.stringify(now)} do not match them`;
    return findingWithSql('users', found, runAsOwnerSql(names, [update]));
  }
  const found = `${users} user(s) have the ${what} ${JSON.stringify(value)}, which no setting names`;
  // The statement is omitted for values that JSON.stringify escapes, such as line feeds.
  const shown = JSON.stringify(value) === `"${value}"` ? `, or: ${update};` : '';
  const names_it = column === 'aud' ? `restore ${setting}, or send X-JWT-AUD` : `restore ${setting}`;
  return findingWithAdvice('users', found, `${names_it}${shown}`);
}
