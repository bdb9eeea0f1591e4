// An operation as an entry of the list of all operations.
import type { PlatformCore } from './core.ts';
import type { OperationFacts } from './operation.ts';
import type { ResultPromise } from './result.ts';

/** One operation with the data that a tool needs to offer it; its schemas validate arguments and answers. */
export interface ListedOperation {
  /** Groups of the client that have it as a method, its own first. */
  readonly groups: readonly string[];
  readonly method: string;
  /** Name of the stand-alone function; for a client-level operation that of its alias in a group. */
  readonly name: string;
  readonly doc: string;
  readonly deprecated: boolean;
  readonly operation: OperationFacts &
    ((core: PlatformCore, request: never, options?: never) => ResultPromise<unknown>);
}

/** A row of the list: groups, method, function, description, and whether it is deprecated. */
export type ListedRow = readonly [groups: string, method: string, name: string, doc: string, deprecated?: true];

export function listed(rows: readonly ListedRow[], functions: object): ListedOperation[] {
  const byName = functions as Record<string, ListedOperation['operation']>;
  return rows.map(([groups, method, name, doc, deprecated = false]) => {
    const operation = byName[name];
    if (!operation) throw new Error(`there is no function named ${name}`);
    return { groups: groups.split(' ').filter(Boolean), method, name, doc, deprecated, operation };
  });
}
