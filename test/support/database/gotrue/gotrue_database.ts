// Creates a GoTrue database with an application and users, and imports its users into Postern.
import { readFileSync } from 'node:fs';
import { createNames } from '../../../../core/database/names.ts';
import { type DatabaseTarget, parseDatabaseUrl } from '../../../../core/database/url.ts';
import { createKeyRing } from '../../../../core/keys/ring.ts';
import { type ApplyOptions, applyImport } from '../../../../import/gotrue/apply.ts';
import { evaluateImport } from '../../../../import/gotrue/evaluate.ts';
import type { ImportSchemas } from '../../../../import/gotrue/files.ts';
import { applyFromDatabase, dryRunFromDatabase, fetchInRounds } from '../../../../import/gotrue/from_database.ts';
import type { Report } from '../../../../import/gotrue/report.ts';
import { commitImport, revertImport } from '../../../../import/gotrue/revert.ts';
import type { SecretKeys } from '../../../../import/gotrue/secret_options.ts';
import { type Connection, withConnection } from '../../../../install/migrate/connection.ts';
import { migrate } from '../../../../install/migrate/migrate.ts';
import type { ServerFacts } from '../cluster.ts';
import { createDatabase, type TestDatabase } from '../db.ts';

export const PEPPER = `1:${Buffer.alloc(32, 7).toString('base64')}`;
export const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: '' });
export const SECRETS: SecretKeys = { ring, keys: new Map() };
export const CODE_LIFETIMES = { mail_s: 86_400, sms_s: 3_600 };
/** Password of the users that people.sql creates. Its bcrypt hash has cost 4. */
export const PASSWORD = 'correct horse';

const fixture = (name: string): string => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8');

export interface GotrueDatabase {
  db: TestDatabase;
  places: ImportSchemas;
  log: string[];
  look(row?: Parameters<typeof evaluateImport>[2]['row'], secrets?: SecretKeys): Promise<Report>;
  apply(more?: Partial<ApplyOptions>): Promise<void>;
  revert(): Promise<void>;
  commit(): Promise<void>;
  on<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

export interface ImportTarget {
  db: TestDatabase;
  /** Connection as a role that may only read GoTrue's tables. */
  from: DatabaseTarget;
  from_url: string;
  log: string[];
  look(): Promise<Report>;
  follow(): Promise<void>;
  apply(more?: Partial<ApplyOptions> & { rows?: number }): Promise<void>;
  revert(): Promise<void>;
}

/** Role that reads GoTrue's tables. Roles belong to the server, so a test file that changes the role needs its own. */
const READER = 'gotrue_reader';

/** Creates an empty database. Returns functions that import the users of a GoTrue database into it. */
export async function createImportTarget(
  stand: GotrueDatabase,
  o: { server?: ServerFacts; reader?: string } = {},
): Promise<ImportTarget> {
  const { reader = READER } = o;
  const db = await createDatabase({ template: 'empty', server: o.server });
  const { sql } = stand.db;
  await sql.unsafe(
    `do $$ begin create role ${reader} login; exception when duplicate_object or unique_violation then null; end $$`,
  );
  await sql.unsafe(`alter role ${reader} password 'only-reads' bypassrls; grant usage on schema auth to ${reader};
    grant select on all tables in schema auth to ${reader}`);
  const url = new URL(stand.db.superuser_url);
  url.username = reader;
  url.password = 'only-reads';
  const from = parseDatabaseUrl(url.href, {});
  const log: string[] = [];
  const say = (line: string): void => void log.push(line);
  const { places } = stand;
  const on = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    withConnection(db.migration().target, say, work);
  const install = async (): Promise<void> => {
    await migrate({ ...db.migration(), log: say, importing: true });
  };
  return {
    db,
    from,
    from_url: url.href,
    log,
    look: () =>
      on((connection) => dryRunFromDatabase(connection, places, { secrets: SECRETS, lives: CODE_LIFETIMES, from })),
    follow: () => {
      const { signal } = new AbortController();
      return on((connection) => fetchInRounds(connection, places, { from, every_ms: 0, signal, log: say, rounds: 1 }));
    },
    apply: (more = {}) =>
      on((connection) =>
        applyFromDatabase(connection, places, {
          secrets: SECRETS,
          lives: CODE_LIFETIMES,
          log: say,
          batch: 50,
          install,
          from,
          ...more,
        }),
      ),
    revert: () => on((connection) => revertImport(connection, places, say)),
  };
}

/** Creates a GoTrue database. `people` is the number of users. `files` are further SQL files of this folder. */
export async function createGotrueDatabase(o: {
  people: number;
  files?: readonly string[];
  server?: ServerFacts;
}): Promise<GotrueDatabase> {
  const db = await createDatabase({ template: 'empty', server: o.server });
  const log: string[] = [];
  const say = (line: string): void => void log.push(line);
  await db.sql.unsafe('create extension pgcrypto');
  for (const file of ['schema', 'application', 'people']) await db.sql.unsafe(fixture(file));
  await db.sql`select gotrue_fixture.make(1, ${o.people}, crypt(${PASSWORD}, '$2a$04$abcdefghijklmnopqrstuu'))`;
  for (const file of o.files ?? []) await db.sql.unsafe(fixture(file));
  const names = createNames('auth', 'auth');
  const places: ImportSchemas = { names, theirs: 'auth' };
  const on: GotrueDatabase['on'] = (work) => withConnection(db.migration().target, say, work);
  return {
    db,
    places,
    log,
    on,
    look: (row, secrets = SECRETS) =>
      on((connection) => evaluateImport(connection, places, { secrets, lives: CODE_LIFETIMES, row })),
    apply: (more = {}) =>
      on((connection) =>
        applyImport(connection, places, {
          secrets: SECRETS,
          lives: CODE_LIFETIMES,
          log: say,
          batch: 50,
          install: async () => {
            await migrate({ ...db.migration(), log: say, importing: true });
          },
          ...more,
        }),
      ),
    revert: () => on((connection) => revertImport(connection, places, say)),
    commit: () => on((connection) => commitImport(connection, places)),
  };
}
