// An operation as an entry of the list of all operations.
import type { PlatformCore } from './core.ts';
import type { OperationFacts } from './operation.ts';
import type { ResultPromise } from './result.ts';

/** One operation with what a tool needs to offer it; arguments and answer are checked by its schemas. */
export interface ListedOperation {
  /** Groups of the client that have it as a method; the first is its own. */
  readonly groups: readonly string[];
  readonly method: string;
  /** Name of the stand-alone function; for a client-level operation that of its alias in a group. */
  readonly name: string;
  readonly doc: string;
  readonly deprecated: boolean;
  readonly operation: OperationFacts &
    ((core: PlatformCore, request: never, options?: never) => ResultPromise<unknown>);
}
