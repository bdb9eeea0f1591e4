// Creates the views of sql/import/gotrue, which decide which rows are imported and how. Counts their rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSql } from '../../core/database/names.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName, SQL_DIR } from '../../install/migrate/tree.ts';
import { type ImportSchemas, importFile, importSchemaOf } from './files.ts';
import { sourceViewStatements } from './sources.ts';

/** Lifetimes of links and codes in seconds. */
export interface TokenLifetimes {
  mail_s: number;
  sms_s: number;
}

/** Creates the views in the existing schema auth_import. `kept` is true for an import and false for a dry run. */
export async function createImportViews(
  on: Queryable,
  places: ImportSchemas,
  { kept, lives }: { kept: boolean; lives: TokenLifetimes },
): Promise<void> {
  const into = importSchemaOf(places.names);
  for (const statement of await sourceViewStatements(on, places)) await runStatement(on, statement);
  const spans = `make_interval(secs => ${lives.mail_s}) as mail_life, make_interval(secs => ${lives.sms_s}) as sms_life`;
  const moment = kept
    ? `select s.at, ${spans} from ${qualifyName(into, 'state')} as s`
    : `select now() as at, ${spans}`;
  await runStatement(on, `create view ${qualifyName(into, 'moment')} as ${moment}`);
  for (const statement of copyFunctionStatements(places)) await runStatement(on, statement);
  for (const file of [
    'addresses',
    kept ? 'tables' : 'preview',
    'links',
    'oauth',
    'access',
    'rows',
    'providers',
    'kept',
    'findings',
  ])
    await runStatement(on, importFile(file, places));
}

/** Functions of sql/lib that validate hashes and clients, in dependency order. */
const OWN_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  password: ['is_bcrypt', 'is_foreign_hash', 'is_usable_hash'],
  value: ['is_ipv4', 'is_ipv6', 'has_parsable_host'],
  client_metadata: ['is_loopback', 'redirect_uri_fault', 'client_url_fault'],
};

/** Returns copies of the validating functions, because a dry run runs in a database without Postern. */
function copyFunctionStatements(places: ImportSchemas): string[] {
  return Object.entries(OWN_FUNCTIONS).flatMap(([file, names]) => {
    const text = readFileSync(join(SQL_DIR, 'lib', `${file}.sql`), 'utf8');
    return names.map((name) => {
      const found = new RegExp(`^create function auth_lib\\.${name}\\([\\s\\S]*?\\$\\$;$`, 'm').exec(text)?.[0];
      if (found === undefined) throw new Error(`sql/lib/${file}.sql has no function ${name}`);
      return renderSql(found, new Map([['auth_lib', importSchemaOf(places.names)]]));
    });
  });
}

/** Kinds of imported rows, with the name of the view of each kind. */
const KINDS: Readonly<Record<string, string>> = {
  users: 'new_users',
  addresses: 'new_addresses',
  passwords: 'new_passwords',
  'pending passwords': 'new_pending_passwords',
  identities: 'new_identities',
  sessions: 'new_sessions',
  'refresh tokens': 'new_tokens',
  'links and codes': 'new_links',
  'PKCE flows': 'new_flows',
  factors: 'new_factors',
  passkeys: 'new_passkeys',
  'custom providers': 'new_providers',
  'OAuth clients': 'new_oauth_clients',
  'OAuth consents': 'new_oauth_consents',
  'audit entries': 'new_audit',
  'rows in kept_rows': 'new_kept',
};

export interface Finding {
  verdict: 'stays' | 'changed' | 'kept';
  source: string;
  reason: string;
}

/** Number of rows that are changed or not imported, by reason. */
export type FindingCounts = (Finding & { rows: number })[];

export interface Counts {
  imported: Record<string, number>;
  findings: FindingCounts;
}

export async function countImportedRows(on: Queryable, places: ImportSchemas): Promise<Counts['imported']> {
  const imported: Record<string, number> = {};
  for (const [kind, view] of Object.entries(KINDS)) {
    const [row] = await runStatement<{ rows: number }>(
      on,
      `select count(*) as rows from ${qualifyName(importSchemaOf(places.names), view)}`,
    );
    imported[kind] = Number(row?.rows);
  }
  return imported;
}

/** Counts in SQL, so that memory use does not grow with the number of rows. */
export async function countFindings(on: Queryable, places: ImportSchemas): Promise<FindingCounts> {
  const reasons = await runStatement<Finding & { rows: number }>(
    on,
    `select f.verdict, f.source, f.reason, count(*) as rows from ${qualifyName(importSchemaOf(places.names), 'findings')} as f
     group by f.verdict, f.source, f.reason order by f.verdict, f.source, f.reason`,
  );
  return reasons.map((row) => ({ ...row, rows: Number(row.rows) }));
}

/**
 * Counts like countFindings(), and also passes each row to `hear`. Reads the rows once, sorted by reason, a thousand at
 * a time. The connection must be in a transaction.
 */
export async function reportFindings(
  on: Queryable,
  places: ImportSchemas,
  hear: (row: Finding & { id: string }) => void | Promise<void>,
): Promise<FindingCounts> {
  const reasons: FindingCounts = [];
  await runStatement(
    on,
    `declare findings no scroll cursor for
     select f.verdict, f.source, f.id, f.reason from ${qualifyName(importSchemaOf(places.names), 'findings')} as f
     order by f.verdict, f.source, f.reason, f.id`,
  );
  for (;;) {
    const rows = await runStatement<Finding & { id: string }>(on, 'fetch 1000 from findings');
    for (const row of rows) {
      const { verdict, source, reason } = row;
      const last = reasons.at(-1);
      if (last?.verdict === verdict && last.source === source && last.reason === reason) last.rows += 1;
      else reasons.push({ verdict, source, reason, rows: 1 });
      await hear(row);
    }
    if (rows.length < 1000) break;
  }
  await runStatement(on, 'close findings');
  return reasons;
}
