// Checks the role of new users, and that each role of the admin API is in one list.
import type { Settings } from './table.ts';

/** Roles that no new user may get even if SVC_JWT_ADMIN_ROLES omits them, as in auth_lib.is_privileged_role(). */
const ADMIN_ROLES = ['service_role', 'supabase_admin'];

/** Returns the first problem, or an empty list. */
export function checkRoles(settings: Settings): string[] {
  const { jwt_default_group_name: role, jwt_admin_roles, jwt_admin_group_name } = settings;
  const { jwt_support_roles, jwt_auditor_roles } = settings;
  const twice = [...jwt_support_roles, ...jwt_auditor_roles].find(
    (name, at, all) => ADMIN_ROLES.includes(name) || jwt_admin_roles.includes(name) || all.indexOf(name) !== at,
  );
  if (twice !== undefined) {
    return [
      `SVC_JWT_SUPPORT_ROLES, SVC_JWT_AUDITOR_ROLES: ${twice} has other rights already: each role is in one list`,
    ];
  }
  if ([...ADMIN_ROLES, ...jwt_admin_roles, ...jwt_support_roles, ...jwt_auditor_roles].includes(role)) {
    return ['SVC_JWT_DEFAULT_GROUP_NAME: must not be a role that may call the admin API: every sign-up would get it'];
  }
  if (role !== '' && role === jwt_admin_group_name) {
    return [
      'SVC_JWT_DEFAULT_GROUP_NAME: must not be SVC_JWT_ADMIN_GROUP_NAME: every user could set its own app_metadata',
    ];
  }
  return [];
}
