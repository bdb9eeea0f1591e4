// Database layout of a test run. `npm run test:matrix` passes it in an environment variable and runs the same test
// files in another schema, behind a pooler, over TLS, or with a migrating role that is not a superuser.
import { createNames, identifierMap, type RoleName, renderSql } from '../../../core/database/names.ts';

export const LAYOUT_VARIABLE = 'POSTERN_TEST_LAYOUT';

export interface Layout {
  namespace: string;
  /** Role that migrates, with its attributes; null for the superuser. */
  migrator: { name: string; attributes: string } | null;
  /** False if a single DATABASE_URL, whose user has all four roles, serves all processes. */
  login_roles: boolean;
  /** PgBouncer in transaction mode for connections of the login roles; null for direct connections. */
  pooler: { port: number; pool_size: number; direct_listen: boolean } | null;
  /** Parameters in the URLs of Postern's roles, such as `sslmode=verify-full&sslrootcert=…`. */
  url_parameters: string;
  /** True if tests run `postern start` without DATABASE_URL, which starts its own database. */
  embedded: boolean;
  /** Required major version of the Postgres server, or null. */
  server: number | null;
}

const DEFAULT: Layout = {
  namespace: 'auth',
  migrator: null,
  login_roles: true,
  pooler: null,
  url_parameters: '',
  embedded: false,
  server: null,
};

export function completeLayout(changes: Partial<Layout>): Layout {
  return { ...DEFAULT, ...changes };
}

export const LAYOUT = completeLayout(JSON.parse(process.env[LAYOUT_VARIABLE] ?? '{}') as Partial<Layout>);

const NAMES = createNames(LAYOUT.namespace, LAYOUT.namespace);
const RENAMING = identifierMap(NAMES);

/** Translates SQL from the names in the source files (auth.users, auth_gateway) to the names of this run. */
export function renameForLayout(sql: string): string {
  return LAYOUT.namespace === 'auth' ? sql : renderSql(sql, RENAMING);
}

export function roleName(role: RoleName): string {
  return NAMES.role[role];
}
