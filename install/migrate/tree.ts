// Reads the sql/ folder and renders it for one installation.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { identifierMap, type Names, quoteIdentifier, renderSql } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { SQL_DIR } from '../../core/database/sql_folder.ts';

export { SQL_DIR };

/** A rendered file. Its name is the path below sql/. */
export interface SqlFile {
  name: string;
  text: string;
}

export interface Migration extends SqlFile {
  index: number;
}

export interface OnlineStep extends SqlFile {
  digest: string;
}

export interface SqlTree {
  /** The queries of roles.sql, which return statements to run. */
  roles: string;
  /** The queries of api_roles.sql. */
  apiRoles(): string;
  migrations: Migration[];
  online: OnlineStep[];
  /** True if the tree has maintain_partitions(), which migrate calls. */
  maintains_partitions: boolean;
  /** True if the tree has the table release_objects, in which migrate records functions and views. */
  records_objects: boolean;
  /**
   * Returns the files that rebuild functions and views, in order. The schema of pgcrypto is only known after roles.sql.
   */
  code(pgcrypto_schema: string): { files: SqlFile[]; digest: string };
}

// The only files that may contain pgcrypto's schema (named extensions in the files).
const PGCRYPTO_FILES = new Set(['lib/value.sql', 'lib/password.sql']);

/** Cache of renderSql(), for a process that inspects an installation repeatedly. */
const RENDERED = new Map<string, string>();

/** Reads and renders a tree. */
export function readTree(sql_dir: string, names: Names): SqlTree {
  const map = identifierMap(names);
  const load = (name: string, extra: [string, string][] = []): SqlFile => {
    const source = readFileSync(join(sql_dir, ...name.split('/')), 'utf8').replaceAll('\r\n', '\n');
    const renamed = extra.length === 0 ? map : new Map([...map, ...extra]);
    const key = JSON.stringify([source, ...renamed]);
    try {
      const text = RENDERED.get(key) ?? renderSql(source, renamed);
      RENDERED.set(key, text);
      return { name, text };
    } catch (error) {
      throw new Error(`sql/${name}: ${(error as Error).message}`, { cause: error });
    }
  };
  const there = (names: string[]): string[] => names.filter((name) => existsSync(join(sql_dir, name)));
  const code_names = [
    ...there(['contract.sql', 'rebuild.sql']),
    ...listSqlFiles(sql_dir, 'lib'),
    ...listSqlFiles(sql_dir, 'api'),
    ...there(['errors.sql', 'hooks.sql', 'triggers.sql', 'views.sql']),
    ...listSqlFiles(sql_dir, 'comments'),
    ...there(['queues.sql', 'grants.sql']),
  ];
  const migrations = listSqlFiles(sql_dir, 'migrations').map((name) => ({
    ...load(name),
    index: migrationIndex(name),
  }));
  // Cached, because several checks of doctor call code().
  const rendered = new Map<string, ReturnType<SqlTree['code']>>();
  return {
    roles: load('roles.sql').text,
    apiRoles: () => load('api_roles.sql').text,
    migrations,
    records_objects: migrations.some((migration) => /create table \S+\.release_objects/.test(migration.text)),
    online: listSqlFiles(sql_dir, 'online').map((name) => {
      const file = load(name);
      return { ...file, digest: sha256(file.text) };
    }),
    maintains_partitions: code_names.includes('api/worker/maintain_partitions.sql'),
    code: (pgcrypto_schema) => {
      const known = rendered.get(pgcrypto_schema);
      if (known !== undefined) return known;
      const files = code_names.map((name) =>
        load(name, PGCRYPTO_FILES.has(name) ? [['extensions', pgcrypto_schema]] : []),
      );
      const code = { files, digest: sha256(files.map((file) => `${file.name}\0${file.text}\0`).join('')) };
      rendered.set(pgcrypto_schema, code);
      return code;
    },
  };
}

/** Returns the name of a migration without its folder, as recorded by @databases/pg-migrations. */
export function migrationName(file: SqlFile): string {
  return file.name.slice(file.name.lastIndexOf('/') + 1);
}

function migrationIndex(name: string): number {
  const index = /^migrations\/(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (index === undefined) throw new MigrationRefusedError(`sql/${name}: a migration is named like 0001-init.sql.`);
  return Number(index);
}

function listSqlFiles(sql_dir: string, folder: string): string[] {
  const root = join(sql_dir, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
    .map((entry) => relative(sql_dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns a qualified name as SQL text. */
export function qualifyName(schema: string, name: string): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}
