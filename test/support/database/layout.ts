// Database layout of a test run. npm run test:matrix sets it through an environment variable, so that the same test
// files run in another schema, behind a pooler, over TLS, or installed by a role that is not a superuser.
import { installationNames, type RoleName, renaming, render } from '../../../core/database/names.ts';

export const LAYOUT_VARIABLE = 'POSTERN_TEST_LAYOUT';

export interface Layout {
  namespace: string;
  /** Role that migrates, with its attributes; null for the server's superuser. */
  migrator: { name: string; attributes: string } | null;
  /** False: one DATABASE_URL for everything, whose user has all four roles. */
  login_roles: boolean;
  /** PgBouncer in transaction mode for all connections except those of migrate. */
  pooler: { port: number; pool_size: number; direct_listen: boolean } | null;
  /** Parameters of every URL that Postern gets, such as `sslmode=verify-full&sslrootcert=…`. */
  url_parameters: string;
  /** True: `postern start` without DATABASE_URL, which starts its own database. */
  embedded: boolean;
  /** Required major version of the server, or null. */
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

/** Completes a layout with the defaults. */
export function completeLayout(changes: Partial<Layout>): Layout {
  return { ...DEFAULT, ...changes };
}

/** Layout of this run. */
export const LAYOUT = completeLayout(JSON.parse(process.env[LAYOUT_VARIABLE] ?? '{}') as Partial<Layout>);

const NAMES = installationNames(LAYOUT.namespace, LAYOUT.namespace);
const RENAMING = renaming(NAMES);

/** Translates SQL with the names of the files (auth.users, auth_gateway) to the names of this run. */
export function inLayout(sql: string): string {
  return LAYOUT.namespace === 'auth' ? sql : render(sql, RENAMING);
}

/** Returns the name of a role in this run. */
export function roleName(role: RoleName): string {
  return NAMES.role[role];
}
