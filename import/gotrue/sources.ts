// Views that give GoTrue's tables the same columns for all supported GoTrue releases. A column that a release lacks is
// null, or false if it is a flag.
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { PROMISED_COLUMNS } from '../../core/doctor/promised.ts';
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { qualifyName } from '../../install/migrate/tree.ts';
import { type ImportSchemas, importSchemaOf } from './files.ts';

interface Source {
  view: string;
  /** Required columns. Without them, the schema is not GoTrue's, or its release is too old. */
  required: readonly string[];
  /** Type of each column. `flag` is a boolean that is false if the column is missing. */
  columns: Readonly<Record<string, string>>;
  /**
   * Columns that are computed from other columns. With --from, the source computes them, so that it does not send the
   * other columns.
   */
  made?: Readonly<Record<string, { type: string; from: readonly string[]; as: string }>>;
}

const each = (type: string, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, type]));

/** Columns of users that contain codes. */
const CODE_COLUMNS = [
  'confirmation_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token',
  'reauthentication_token',
];

const SOURCES: Readonly<Record<string, Source>> = {
  users: {
    view: 'old_users',
    required: ['id', 'email', 'encrypted_password', 'email_confirmed_at', 'raw_app_meta_data', 'raw_user_meta_data'],
    columns: {
      id: 'uuid',
      ...each('text', 'aud', 'role', 'email', 'phone', 'encrypted_password', 'email_change', 'phone_change'),
      ...each('timestamptz', 'email_confirmed_at', 'phone_confirmed_at', 'invited_at', 'confirmation_sent_at'),
      ...each('timestamptz', 'recovery_sent_at', 'reauthentication_sent_at', 'last_sign_in_at', 'banned_until'),
      ...each('timestamptz', 'email_change_sent_at', 'phone_change_sent_at', 'deleted_at', 'created_at', 'updated_at'),
      ...each('jsonb', 'raw_app_meta_data', 'raw_user_meta_data'),
      ...each('flag', 'is_super_admin', 'is_sso_user', 'is_anonymous'),
      email_change_confirm_status: 'smallint',
    },
    made: {
      waiting: {
        type: 'text[]',
        from: CODE_COLUMNS,
        as: `array_remove(array[${CODE_COLUMNS.map((name) => `case when t.${name} <> '' then '${name}' end`).join(', ')}], null)`,
      },
    },
  },
  identities: {
    view: 'old_identities',
    required: ['user_id', 'provider', 'provider_id', 'identity_data'],
    columns: {
      ...each('uuid', 'id', 'user_id'),
      ...each('text', 'provider', 'provider_id'),
      identity_data: 'jsonb',
      ...each('timestamptz', 'last_sign_in_at', 'created_at', 'updated_at'),
    },
  },
  sessions: {
    view: 'old_sessions',
    required: ['id', 'user_id'],
    columns: {
      ...each('uuid', 'id', 'user_id', 'factor_id', 'oauth_client_id'),
      ...each('text', 'aal', 'user_agent', 'tag', 'refresh_token_hmac_key', 'scopes'),
      ip: 'inet',
      refresh_token_counter: 'bigint',
      refreshed_at: 'timestamp',
      ...each('timestamptz', 'not_after', 'created_at', 'updated_at'),
    },
  },
  refresh_tokens: {
    view: 'old_refresh_tokens',
    required: ['id', 'token', 'user_id', 'revoked', 'parent', 'session_id'],
    columns: {
      id: 'bigint',
      ...each('text', 'token', 'user_id', 'parent'),
      revoked: 'flag',
      session_id: 'uuid',
      ...each('timestamptz', 'created_at', 'updated_at'),
    },
  },
  mfa_amr_claims: {
    view: 'old_amr_claims',
    required: [],
    columns: { session_id: 'uuid', authentication_method: 'text', updated_at: 'timestamptz' },
  },
  mfa_factors: {
    view: 'old_factors',
    required: [],
    columns: {
      ...each('uuid', 'id', 'user_id', 'web_authn_aaguid'),
      ...each('text', 'friendly_name', 'factor_type', 'status', 'secret', 'phone'),
      web_authn_credential: 'jsonb',
      ...each('timestamptz', 'created_at', 'updated_at'),
    },
  },
  webauthn_credentials: {
    view: 'old_webauthn_credentials',
    required: [],
    columns: {
      ...each('uuid', 'id', 'user_id', 'aaguid'),
      ...each('bytea', 'credential_id', 'public_key'),
      ...each('text', 'attestation_type', 'friendly_name'),
      sign_count: 'bigint',
      transports: 'jsonb',
      ...each('flag', 'backup_eligible', 'backed_up'),
      ...each('timestamptz', 'last_used_at', 'created_at', 'updated_at'),
    },
  },
  one_time_tokens: {
    view: 'old_one_time_tokens',
    required: [],
    columns: { ...each('uuid', 'id', 'user_id'), ...each('text', 'token_type', 'relates_to'), created_at: 'timestamp' },
    made: {
      link_digest: {
        type: 'bytea',
        from: ['token_hash'],
        as: `case when t.token_hash ~ '^(pkce_)?[0-9a-f]{56}$' then sha256(convert_to(right(t.token_hash, 56), 'UTF8')) end`,
      },
      is_pkce: { type: 'boolean', from: ['token_hash'], as: `starts_with(t.token_hash, 'pkce_')` },
    },
  },
  flow_state: {
    view: 'old_flow_states',
    required: [],
    columns: {
      ...each('uuid', 'id', 'user_id'),
      ...each('text', 'authentication_method', 'code_challenge', 'code_challenge_method'),
      ...each('timestamptz', 'auth_code_issued_at', 'created_at'),
    },
    made: { auth_code_digest: { type: 'bytea', from: ['auth_code'], as: `sha256(convert_to(t.auth_code, 'UTF8'))` } },
  },
  audit_log_entries: {
    view: 'old_audit_log_entries',
    required: [],
    columns: { id: 'uuid', payload: 'json', created_at: 'timestamptz', ip_address: 'text' },
  },
};

/**
 * Tables whose rows the views read as JSON. Rows that are not imported are kept in kept_rows, except those of deleted
 * users.
 */
const KEPT = [
  'sso_providers',
  'sso_domains',
  'saml_providers',
  'oauth_clients',
  'oauth_consents',
  'custom_oauth_providers',
];
/** Tables that are not imported, because their rows expire within minutes. */
const PASSING = [
  'mfa_challenges',
  'saml_relay_states',
  'oauth_authorizations',
  'oauth_client_states',
  'webauthn_challenges',
];
const OTHERS = ['instances', 'schema_migrations'];
/** Columns of GoTrue, by table, that an import does not copy. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  users: ['instance_id', 'confirmed_at', ...CODE_COLUMNS],
  identities: ['email'],
  sessions: [],
  refresh_tokens: ['instance_id'],
  mfa_factors: ['last_challenged_at', 'last_webauthn_challenge_data'],
  webauthn_credentials: [],
  audit_log_entries: ['instance_id'],
};

/** All tables of GoTrue. */
const GOTRUE_TABLES: readonly string[] = [...Object.keys(SOURCES), ...KEPT, ...PASSING, ...OTHERS];

/** Columns of Postern's tables that applications may read. */
const OUR_COLUMNS: Readonly<Record<string, readonly string[]>> = { users: PROMISED_COLUMNS };

/** Returns the existing columns of a table that an import reads; null for a table that it does not read. */
export function importedColumns(table: string, there: readonly string[]): readonly string[] | null {
  const source = SOURCES[table];
  if (source !== undefined) return there.filter((name) => Object.hasOwn(source.columns, name) || name === 'id');
  if (PASSING.includes(table)) return there.filter((name) => name === 'id');
  return KEPT.includes(table) ? there : null;
}

/** Returns GoTrue's columns and the computed columns of the tables in UNREAD, as pairs of table and column. */
const gotrueColumns = (): [string, string][] =>
  Object.entries(UNREAD).flatMap(([table, names]) => {
    const { columns = {}, made = {} } = SOURCES[table] ?? {};
    return [...Object.keys(columns), ...Object.keys(made), ...names].map((name): [string, string] => [table, name]);
  });

/** Returns the columns of the tables in UNREAD that are not in gotrueColumns(). They are not imported. */
export async function findAddedColumns(on: Queryable, schema: string): Promise<string[]> {
  const known = new Set(gotrueColumns().map(([table, name]) => `${name} of ${table}`));
  const there = await readColumns(on, schema);
  const columns = Object.keys(UNREAD).flatMap((table) =>
    [...(there.get(table) ?? [])].map((name) => `${name} of ${table}`),
  );
  return columns.filter((column) => !known.has(column));
}

/** Returns the computed columns of a table whose source columns exist. */
export function computedColumns(
  table: string,
  there: readonly string[],
): { name: string; type: string; value: string }[] {
  return Object.entries(SOURCES[table]?.made ?? {})
    .filter(([, { from }]) => from.every((name) => there.includes(name)))
    .map(([name, { type, as }]) => ({ name, type, value: as }));
}

/** Returns the columns of each existing table. */
async function readColumns(on: Queryable, schema: string): Promise<Map<string, Set<string>>> {
  const rows = await runStatement<{ table_name: string; column_name: string }>(
    on,
    `select c.relname as table_name, a.attname as column_name from pg_class as c join pg_attribute as a on a.attrelid = c.oid
     where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = ${quoteLiteral(schema)})
       and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`,
  );
  const found = new Map<string, Set<string>>();
  for (const row of rows) found.set(row.table_name, (found.get(row.table_name) ?? new Set()).add(row.column_name));
  return found;
}

/**
 * Returns the statements that create the old_… views and the views that list known tables and columns. Throws if a
 * required column is missing.
 */
export async function sourceViewStatements(on: Queryable, places: ImportSchemas): Promise<string[]> {
  const there = await readColumns(on, places.theirs);
  const into = importSchemaOf(places.names);
  const statements: string[] = [];
  for (const [table, source] of Object.entries(SOURCES)) {
    const columns = there.get(table);
    const missing = source.required.filter((name) => !columns?.has(name));
    if (missing.length > 0) {
      throw new MigrationRefusedError(
        `The tables in schema "${places.theirs}" are of a release of GoTrue that is too old to be imported: ${table} has no ` +
          `${missing.join(', ')}. Run that server's own migrations first (auth migrate), then import.`,
      );
    }
    const list = Object.entries(source.columns).map(([name, type]) => {
      const sql_type = type === 'flag' ? 'boolean' : type;
      const value = columns?.has(name) ? `t.${quoteIdentifier(name)}::${sql_type}` : `null::${sql_type}`;
      return `${type === 'flag' ? `coalesce(${value}, false)` : value} as ${quoteIdentifier(name)}`;
    });
    const made = computedColumns(table, [...(columns ?? [])]);
    for (const [name, { type }] of Object.entries(source.made ?? {})) {
      // In a fetched table the column exists, because the source computed it.
      const fetched = columns?.has(name) ? `t.${quoteIdentifier(name)}` : 'null';
      list.push(
        `(${made.find((column) => column.name === name)?.value ?? fetched})::${type} as ${quoteIdentifier(name)}`,
      );
    }
    const from = columns === undefined ? '(select where false) as t' : `${qualifyName(places.theirs, table)} as t`;
    statements.push(`create view ${qualifyName(into, source.view)} as select ${list.join(', ')} from ${from}`);
  }
  const kept = KEPT.filter((table) => there.has(table)).map((table) => {
    const user = there.get(table)?.has('user_id') ? 't.user_id::uuid' : 'null::uuid';
    const from = qualifyName(places.theirs, table);
    return `select ${quoteLiteral(table)} as source, t.id::text as id, ${user} as user_id, to_jsonb(t) as data from ${from} as t`;
  });
  const passing = PASSING.filter((table) => there.has(table)).map(
    (table) =>
      `select ${quoteLiteral(table)} as source, t.id::text as id from ${qualifyName(places.theirs, table)} as t`,
  );
  const nothing = `select null::text as source, null::text as id, null::uuid as user_id, null::jsonb as data where false`;
  statements.push(
    `create view ${qualifyName(into, 'old_rows')} as ${[nothing, ...kept].join(' union all ')}`,
    `create view ${qualifyName(into, 'old_passing')} as ${['select null::text as source, null::text as id where false', ...passing].join(' union all ')}`,
    valuesView(
      qualifyName(into, 'gotrue_tables'),
      ['table_name'],
      GOTRUE_TABLES.map((name) => [name]),
    ),
    valuesView(qualifyName(into, 'gotrue_columns'), ['table_name', 'column_name'], gotrueColumns()),
    valuesView(
      qualifyName(into, 'our_columns'),
      ['table_name', 'column_name'],
      Object.entries(OUR_COLUMNS).flatMap(([table, columns]) => columns.map((column) => [table, column])),
    ),
  );
  return statements;
}

function valuesView(name: string, columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const values = rows.map((row) => `(${row.map(quoteLiteral).join(', ')})`);
  return `create view ${name} as select * from (values ${values.join(', ')}) as v (${columns.join(', ')})`;
}

/** Returns true if a schema contains GoTrue's tables. */
export async function containsGotrue(on: Queryable, schema: string): Promise<boolean> {
  const there = await readColumns(on, schema);
  const users = there.get('users');
  return (
    there.has('schema_migrations') &&
    !there.has('migrations_applied') &&
    users !== undefined &&
    ['encrypted_password', 'raw_user_meta_data', 'aud'].every((name) => users.has(name))
  );
}
