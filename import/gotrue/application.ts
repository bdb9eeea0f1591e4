// Finds objects of the application that depend on GoTrue: those to point at the new tables, those that cannot be, and
// those that need no change.
import { type Queryable, run } from '../../install/migrate/connection.ts';
import { importFile, type Places } from './files.ts';

export interface AppObject {
  kind: 'right' | 'foreign key' | 'view' | 'policy' | 'function' | 'trigger' | 'object' | 'extension';
  name: string;
  /** Reason why the object cannot be pointed at the new tables, or null. */
  blocks: string | null;
  /** Statements that create the object as it is now; null if they cannot be derived. */
  definition: string[] | null;
  /** For a view: its columns with their types. */
  columns: string | null;
}

/** Returns the objects to point at the new tables, in dependency order. */
export function readObjects(on: Queryable, places: Places): Promise<AppObject[]> {
  return run<AppObject>(on, importFile('application', places));
}

export interface Unchanged {
  kind: string;
  name: string;
  remark: string;
}

/**
 * Returns the objects that name GoTrue and do not change, the objects to change by hand (kind `by hand`), and the
 * objects that are left behind (kind `stays`).
 */
export function readUnchanged(on: Queryable, places: Places): Promise<Unchanged[]> {
  return run<Unchanged>(on, importFile('unchanged', places));
}
