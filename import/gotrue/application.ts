// What of the application hangs on GoTrue: what can be pointed at the new tables, what cannot, what needs no change.
import { type Queryable, run } from '../../install/migrate/connection.ts';
import { importFile, type Places } from './files.ts';

export interface AppObject {
  kind: 'right' | 'foreign key' | 'view' | 'policy' | 'function' | 'trigger' | 'object' | 'extension';
  name: string;
  /** Why it cannot be pointed at the new tables, or null. */
  blocks: string | null;
  /** The statements that make it as it is; null for an object of which nothing is known. */
  definition: string[] | null;
  /** Of a view: its columns with their types. */
  columns: string | null;
}

/** The objects that have to be pointed at the new tables, in an order in which that can be done. */
export function readObjects(on: Queryable, places: Places): Promise<AppObject[]> {
  return run<AppObject>(on, importFile('application', places));
}

export interface Unchanged {
  kind: string;
  name: string;
  remark: string;
}

/** What names GoTrue and is left as it is, what somebody has to change by hand (kind `by hand`), and what stays behind (kind `stays`). */
export function readUnchanged(on: Queryable, places: Places): Promise<Unchanged[]> {
  return run<Unchanged>(on, importFile('unchanged', places));
}
