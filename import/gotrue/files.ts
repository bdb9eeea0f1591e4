// Renders the files of sql/import/gotrue for an installation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifierMap, type Names, renderSql } from '../../core/database/names.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';

/** Schemas of an import. `theirs` contains GoTrue's tables. */
export interface ImportSchemas {
  names: Names;
  theirs: string;
}

export const gotrueSchemaOf = (names: Names): string => `${names.auth}_gotrue`;
export const importSchemaOf = (names: Names): string => `${names.auth}_import`;

/** Maps the identifiers in the files to those of the installation. */
function importIdentifierMap({ names, theirs }: ImportSchemas): Map<string, string> {
  return new Map([...identifierMap(names), ['auth_gotrue', theirs], ['auth_import', importSchemaOf(names)]]);
}

/** Renders a file. `name` has no extension. */
export function importFile(name: string, places: ImportSchemas): string {
  return renderSql(readFileSync(join(SQL_DIR, 'import', 'gotrue', `${name}.sql`), 'utf8'), importIdentifierMap(places));
}
