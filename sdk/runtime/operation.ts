// One operation of the API as a function: its facts, and the call they define.
import { perform } from './call.ts';
import type { PlatformCore } from './core.ts';
import type { CallError } from './errors.ts';
import type { CallOptions, EventOptions } from './options.ts';
import { type Control, type ResultPromise, resultPromise } from './result.ts';
import type { OperationFacts } from './row.ts';

export type { OperationFacts, OperationSchemas } from './row.ts';

/** An operation that needs an argument object. */
export interface Operation<Req, Res, E = CallError> extends OperationFacts {
  (core: PlatformCore, request: Req, options?: CallOptions): ResultPromise<Res, E>;
}

/** An operation whose arguments are all optional. */
export interface OptionalOperation<Req, Res, E = CallError> extends OperationFacts {
  (core: PlatformCore, request?: Req, options?: CallOptions): ResultPromise<Res, E>;
}

/** An operation without arguments. */
export interface BareOperation<Res, E = CallError> extends OperationFacts {
  (core: PlatformCore, options?: CallOptions): ResultPromise<Res, E>;
}

/** An operation that returns an array, or an async iterable on request. */
export interface EventsOperation<Req, Res, Item, E = CallError> extends OperationFacts {
  (core: PlatformCore, request: Req, options: EventOptions & { stream: true }): ResultPromise<AsyncIterable<Item>, E>;
  (core: PlatformCore, request: Req, options?: EventOptions): ResultPromise<Res, E>;
}

/**
 * Paging of a list: the parameter for the next page, the member with the items, and the source of the next value: its
 * path in the answer, or after `#` the path of the number of the last page.
 */
export interface Paged<By extends string, Items extends string> {
  readonly pages: readonly [by: By, items: Items, next?: string];
}

/** The errors that the Result of an operation's function can contain. */
export type ErrorOf<Op> = Op extends (...args: never[]) => PromiseLike<infer R>
  ? Extract<R, { ok: false }> extends { error: infer E }
    ? E
    : never
  : never;

/** Creates the function that calls an operation. */
export function operation<Call extends OperationFacts>(
  row: string,
  load: OperationFacts['load'],
  pages?: readonly [string, string, string?],
  lines?: OperationFacts['lines'],
): Call {
  const call = (core: PlatformCore, request?: unknown, options?: CallOptions): ResultPromise<unknown> => {
    const control: Control = { raw: false };
    const outcome = row.endsWith(' bare')
      ? perform(core, facts, undefined, request as CallOptions | undefined, control)
      : perform(core, facts, request, options, control);
    return resultPromise(outcome, control);
  };
  // The function itself, because a second object for each of four hundred operations would cost memory.
  const facts = Object.assign(call, { row, load, pages, lines });
  // The overloads of Call are generated from the same row, so they match.
  return facts as OperationFacts as Call;
}
