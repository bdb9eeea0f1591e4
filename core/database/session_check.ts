// Checks a new connection: its role, its timeouts, whether a pooler is in between, and whether the server could log
// passwords.
import type { Sql } from 'postgres';

interface SessionFacts {
  pid: number;
  who: string;
  login: string;
  /** Login role as a SQL identifier. Settings of a role apply only if it is the login role. */
  login_name: string;
  statement_timeout: number;
  lock_timeout: number;
  logged_length: number;
  logged_length_on_error: number;
  verbosity: string;
}

/**
 * Returns warnings: the login is not the role, prepared statements are used behind a pooler, a timeout is missing, or
 * Postgres could log passwords. Throws an error for the operator if the current role is wrong.
 */
export async function checkSession(sql: Sql, role: string, o: { prepare: boolean }): Promise<string[]> {
  const rows = await sql<SessionFacts[]>`
    select pg_catalog.pg_backend_pid() as pid, current_user::text as who, session_user::text as login,
      pg_catalog.quote_ident(session_user) as login_name,
      (select s.setting::int from pg_catalog.pg_settings as s where s.name = 'statement_timeout') as statement_timeout,
      (select s.setting::int from pg_catalog.pg_settings as s where s.name = 'lock_timeout') as lock_timeout,
      (select s.setting::int from pg_catalog.pg_settings as s where s.name = 'log_parameter_max_length') as logged_length,
      (select s.setting::int from pg_catalog.pg_settings as s where s.name = 'log_parameter_max_length_on_error')
        as logged_length_on_error,
      pg_catalog.current_setting('log_error_verbosity') as verbosity`;
  const [facts] = rows;
  if (facts === undefined) throw new Error('the database answered nothing about its session');
  if (facts.who !== role) {
    throw new Error(
      `The database sees this process as ${facts.who}, which should be ${role}: check the database URLs.`,
    );
  }
  const sentences: string[] = [];
  if (facts.login !== role) {
    sentences.push(
      `unprotected: this process logs in as ${facts.login} and only plays ${role}, so it could take other rights. ` +
        `Give ${role} a login of its own (npx postern plan --install shows how).`,
    );
  }
  // A pooler answers the start of a session itself, with a process id that no backend has.
  if (o.prepare && rows.state.pid !== facts.pid) {
    sentences.push(
      'A connection pooler is between this process and the database, and prepared statements are on: behind PgBouncer ' +
        'below 1.21, or with max_prepared_statements = 0, set SVC_DB_PREPARE=false.',
    );
  }
  if (facts.statement_timeout === 0 || facts.lock_timeout === 0) {
    sentences.push(`${role} has no statement_timeout or lock_timeout, so a stuck statement is never ended.`);
  }
  if (facts.logged_length !== 0 || facts.logged_length_on_error !== 0 || facts.verbosity !== 'terse') {
    sentences.push(
      `Passwords can reach the log of Postgres: as a superuser run alter role ${facts.login_name} set log_parameter_max_length = 0; ` +
        `and the same for log_parameter_max_length_on_error = 0 and log_error_verbosity = terse.`,
    );
  }
  return sentences;
}

/**
 * Returns a warning if the statement timeout of connections on which hook functions run is off or longer than
 * `limit`. A pooler may have dropped the timeout that this process set at connect.
 */
export async function checkStatementLimit(sql: Sql, role: string, limit: string): Promise<string[]> {
  const [late] = await sql<{ login: string; database: string; now: string }[]>`
    select pg_catalog.quote_ident(session_user) as login, pg_catalog.quote_ident(current_database()) as database,
      pg_catalog.current_setting('statement_timeout') as now
    where pg_catalog.current_setting('statement_timeout') = '0'
      or pg_catalog.current_setting('statement_timeout')::interval > ${limit}::interval`;
  if (late === undefined) return [];
  return [
    `Functions that are hooks may take ${limit}, but statements of ${role} end after ${late.now === '0' ? 'any time' : late.now}: ` +
      `run alter role ${late.login} in database ${late.database} set statement_timeout = '${limit}'.`,
  ];
}
