// Waiting for the database: serve and worker never run DDL, they start when a migrate has brought the schema to their release.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { identifier } from '../core/database/names.ts';
import { databaseState, fitness } from '../core/database/release.ts';
import { parseDatabaseUrl, postgresOptions } from '../core/database/url.ts';
import { Sentence } from '../core/terminal/sentence.ts';

const POLL_MS = 500;

export interface SchemaWait {
  /** The process' own URL, '' where it uses DATABASE_URL. */
  own_url: string;
  database_url: string;
  /** The role it takes on over DATABASE_URL. */
  role: string;
  namespace: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** Resolves when the database holds a release that this process may serve; says once for what it waits. */
export async function waitForSchema(o: SchemaWait): Promise<void> {
  const target = parseDatabaseUrl(o.own_url || o.database_url, process.env);
  const login = o.own_url ? {} : { role: o.role };
  const options = postgresOptions(target, { ...login, application_name: 'postern wait', max: 1 });
  // Asking for types, which no statement here needs, would end the process if the connection broke meanwhile.
  const sql = postgres({ ...options, fetch_types: false, onnotice: () => undefined });
  let said = '';
  try {
    for (;;) {
      const verdict = await ask(sql, o.namespace, o.own_url ? target.user : null);
      if (verdict.verdict === 'ready') return;
      if (verdict.verdict === 'refused') throw new Sentence(verdict.sentence);
      if (verdict.sentence !== said) o.say(verdict.sentence);
      said = verdict.sentence;
      await sleep(POLL_MS, undefined, { signal: o.signal });
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** No such role, or it may not log in; its password is another, which is also said of a role that is not there; it may not be taken on. */
const ROLE_REFUSED = new Set(['28000', '28P01', '22023', '42501']);

/** What to do about a role that the server refuses; `login` is the role of the URL where the process has one of its own. */
function remedyOf(error: unknown, login: string | null): string {
  if (!(error instanceof Error && 'code' in error && ROLE_REFUSED.has(String(error.code)))) return '';
  const makes = 'If that role is not there yet, "npx postern migrate" makes it';
  const imports = '("npx postern import gotrue --apply" does, where users of GoTrue are taken over)';
  if (login === null) return `. ${makes} ${imports}.`;
  return `. ${makes} ${imports}; then let it log in: alter role ${identifier(login)} login password '…', with the password of this URL.`;
}

async function ask(sql: postgres.Sql, namespace: string, login: string | null): Promise<ReturnType<typeof fitness>> {
  try {
    return fitness(await databaseState(sql, namespace));
  } catch (error) {
    if (error instanceof Error && /unsupported startup parameter/.test(error.message)) {
      const sentence =
        'This URL leads to a connection pooler, which cannot take on a role: give the roles logins of their own ' +
        '(npx postern plan --install shows how) and set DATABASE_URL_GATEWAY, _ADMIN and _WORKER.';
      return { verdict: 'refused', sentence };
    }
    // Before the first migrate not even our role exists, so each refusal may be one that passes.
    const why = error instanceof Error ? error.message || String(Object(error).code) : String(error);
    return { verdict: 'wait', sentence: `Waiting for the database: ${why}${remedyOf(error, login)}` };
  }
}
