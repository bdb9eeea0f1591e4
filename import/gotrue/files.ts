// Renders the files of sql/import/gotrue for an installation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Names, renaming, render } from '../../core/database/names.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';

/** Schemas of an import. `theirs` contains GoTrue's tables. */
export interface Places {
  names: Names;
  theirs: string;
}

export const theirsOf = (names: Names): string => `${names.auth}_gotrue`;
export const importOf = (names: Names): string => `${names.auth}_import`;

/** Maps the identifiers in the files to those of the installation. */
function importNames({ names, theirs }: Places): Map<string, string> {
  return new Map([...renaming(names), ['auth_gotrue', theirs], ['auth_import', importOf(names)]]);
}

/** Renders a file. `name` has no extension. */
export function importFile(name: string, places: Places): string {
  return render(readFileSync(join(SQL_DIR, 'import', 'gotrue', `${name}.sql`), 'utf8'), importNames(places));
}
