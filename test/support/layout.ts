// How the databases of a test run are laid out; npm run test:matrix says it by an environment variable, so that the same
// test files run in another schema, behind a pooler, over TLS, or installed by somebody who is no superuser.
import { installationNames, type RoleName, renaming, render } from '../../core/database/names.ts';

export const LAYOUT_VARIABLE = 'POSTERN_TEST_LAYOUT';

export interface Layout {
  namespace: string;
  /** Who migrates, and with which attributes it is created; null: the server's own superuser. */
  migrator: { name: string; attributes: string } | null;
  /** False: one DATABASE_URL for all, whose user plays the four roles. */
  login_roles: boolean;
  /** PgBouncer in transaction mode in front of everything but migrate. */
  pooler: { port: number; pool_size: number; direct_listen: boolean } | null;
  /** Parameters of every URL that Postern gets, such as `sslmode=verify-full&sslrootcert=…`. */
  url_parameters: string;
  /** Postern brings its own database: `postern start` without DATABASE_URL. */
  embedded: boolean;
  /** Major version of the server, where the run insists on one. */
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

/** A whole layout from what differs from the default. */
export function completeLayout(changes: Partial<Layout>): Layout {
  return { ...DEFAULT, ...changes };
}

/** This run's. */
export const LAYOUT = completeLayout(JSON.parse(process.env[LAYOUT_VARIABLE] ?? '{}') as Partial<Layout>);

const NAMES = installationNames(LAYOUT.namespace, LAYOUT.namespace);
const RENAMING = renaming(NAMES);

/** SQL as the files write it (auth.users, auth_gateway), in the names of this run. */
export function inLayout(sql: string): string {
  return LAYOUT.namespace === 'auth' ? sql : render(sql, RENAMING);
}

/** What a role is called in this run. */
export function roleName(role: RoleName): string {
  return NAMES.role[role];
}
