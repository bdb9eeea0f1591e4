// Waits until the database is migrated. serve and worker run no DDL, so they wait for this release or a compatible
// newer one.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { quoteIdentifier } from '../core/database/names.ts';
import { checkCompatibility, readDatabaseState } from '../core/database/release.ts';
import { parseDatabaseUrl, postgresOptions, withoutSessionAttributes } from '../core/database/url.ts';
import { CommandError } from '../core/terminal/errors.ts';

const POLL_MS = 500;

export interface SchemaWait {
  /** URL of the process' own login; '' if it uses DATABASE_URL. */
  own_url: string;
  database_url: string;
  /** Role for SET ROLE if the process uses DATABASE_URL. */
  role: string;
  namespace: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/**
 * Resolves when this process is compatible with the release of the database. Prints the reason for waiting when it
 * changes. Throws if this release or its URL cannot be used.
 */
export async function waitForSchema(o: SchemaWait): Promise<void> {
  const target = parseDatabaseUrl(o.own_url || o.database_url, process.env);
  const login = o.own_url ? {} : { role: o.role };
  const options = postgresOptions(target, { ...login, application_name: 'postern wait', max: 1 });
  const sql = withoutSessionAttributes(() => postgres({ ...options, onnotice: () => undefined }));
  let logged = '';
  try {
    for (;;) {
      const verdict = await readCompatibility(sql, o.namespace, o.own_url ? target.user : null);
      if (verdict.verdict === 'ready') return;
      if (verdict.verdict === 'refused') throw new CommandError(verdict.sentence);
      if (verdict.sentence !== logged) o.say(verdict.sentence);
      logged = verdict.sentence;
      await sleep(POLL_MS, undefined, { signal: o.signal });
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** SQLSTATEs of a refused role: it is missing, has a wrong password, or may not log in or be the target of SET ROLE. */
const ROLE_REFUSED = new Set(['28000', '28P01', '22023', '42501']);

/**
 * Returns advice if the server refuses the role, otherwise ''. `login` is the role of the process' own URL, or null.
 */
function roleAdvice(error: unknown, login: string | null): string {
  if (!(error instanceof Error && 'code' in error && ROLE_REFUSED.has(String(error.code)))) return '';
  const makes = 'If that role does not exist yet, "npx postern migrate" creates it';
  const imports = '("npx postern import gotrue --apply", if you import GoTrue)';
  if (login === null) return `. ${makes} ${imports}.`;
  return `. ${makes} ${imports}; then let it log in: alter role ${quoteIdentifier(login)} login password '…', with the password of this URL.`;
}

async function readCompatibility(
  sql: postgres.Sql,
  namespace: string,
  login: string | null,
): Promise<ReturnType<typeof checkCompatibility>> {
  try {
    return checkCompatibility(await readDatabaseState(sql, namespace));
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) {
      const sentence =
        'This URL leads to a connection pooler, which cannot take on a role: give the roles logins of their own ' +
        '(npx postern plan --install shows how) and set DATABASE_URL_GATEWAY, _ADMIN and _WORKER.';
      return { verdict: 'refused', sentence };
    }
    // Waits after every other error, because the server, the database or the role may not exist yet.
    const why = error instanceof Error ? error.message || String(Object(error).code) : String(error);
    return { verdict: 'wait', sentence: `Waiting for the database: ${why}${roleAdvice(error, login)}` };
  }
}
