// The reports of sql/reports: their names, what each says of itself, and its query.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Names } from '../../core/database/names.ts';
import { renaming, render } from '../../core/database/names.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';

const FOLDER = join(SQL_DIR, 'reports');

/** Their names, sorted. */
export function reportNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
}

/** The first line of a report's file: what it shows and what it locks. */
export function reportTitle(name: string): string {
  return (readFileSync(join(FOLDER, `${name}.sql`), 'utf8').split('\n')[0] ?? '').replace(/^-- /, '');
}

/** Its query under the names of an installation. */
export function reportQuery(name: string, names: Names): string {
  return render(readFileSync(join(FOLDER, `${name}.sql`), 'utf8'), renaming(names))
    .trim()
    .replace(/;$/, '');
}
