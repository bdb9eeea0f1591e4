// The files of sql/import/gotrue, rendered for one installation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Names, renaming, render } from '../../core/database/names.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';

/** The schemas of an import: theirs is where the tables of GoTrue are. */
export interface Places {
  names: Names;
  theirs: string;
}

export const theirsOf = (names: Names): string => `${names.auth}_gotrue`;
export const importOf = (names: Names): string => `${names.auth}_import`;

/** What each identifier of the files becomes. */
function importNames({ names, theirs }: Places): Map<string, string> {
  return new Map([...renaming(names), ['auth_gotrue', theirs], ['auth_import', importOf(names)]]);
}

/** A file by its name without the ending. */
export function importFile(name: string, places: Places): string {
  return render(readFileSync(join(SQL_DIR, 'import', 'gotrue', `${name}.sql`), 'utf8'), importNames(places));
}
