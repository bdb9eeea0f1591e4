// Finds objects of the application that depend on GoTrue: objects to redirect to the new tables, objects that cannot
// be redirected, and objects that need no change.
import { type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { type ImportSchemas, importFile } from './files.ts';

export interface AppObject {
  kind: 'right' | 'foreign key' | 'view' | 'policy' | 'function' | 'trigger' | 'object' | 'extension';
  name: string;
  /** Reason why the object cannot be redirected to the new tables, or null. */
  blocks: string | null;
  /** Statements that recreate the object on GoTrue's tables; null if they cannot be derived. */
  definition: string[] | null;
  /** Select list that casts the columns of a view to their types; null for other objects. */
  columns: string | null;
}

/**
 * Returns the objects that must be redirected to the new tables, including those that cannot be, in dependency order.
 */
export function readObjects(on: Queryable, places: ImportSchemas): Promise<AppObject[]> {
  return runStatement<AppObject>(on, importFile('application', places));
}

export interface UnchangedObject {
  kind: string;
  name: string;
  remark: string;
}

/**
 * Returns objects that refer to GoTrue and need no change, objects to change by hand (kind `by hand`), and objects that
 * are not imported (kind `stays`).
 */
export function readUnchanged(on: Queryable, places: ImportSchemas): Promise<UnchangedObject[]> {
  return runStatement<UnchangedObject>(on, importFile('unchanged', places));
}
