// The reports of sql/reports: names, titles and queries.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Names } from '../../core/database/names.ts';
import { renaming, render } from '../../core/database/names.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';

const FOLDER = join(SQL_DIR, 'reports');

/** Returns the names of all reports, sorted. */
export function reportNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
}

/** Returns the first line of a report's file: what the report shows and locks. */
export function reportTitle(name: string): string {
  return (readFileSync(join(FOLDER, `${name}.sql`), 'utf8').split('\n')[0] ?? '').replace(/^-- /, '');
}

/** Returns the query with the names of an installation. */
export function reportQuery(name: string, names: Names): string {
  return render(readFileSync(join(FOLDER, `${name}.sql`), 'utf8'), renaming(names))
    .trim()
    .replace(/;$/, '');
}
