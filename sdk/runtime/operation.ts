// One operation of the API as a function: its facts, and the call they make.
import { perform } from './call.ts';
import type { PlatformCore } from './core.ts';
import type { CallOptions, EventOptions } from './options.ts';
import { type ResultPromise, resultPromise } from './result.ts';
import type { OperationFacts } from './row.ts';

export type { OperationFacts, OperationSchemas } from './row.ts';

/** An operation that needs an argument object. */
export interface Operation<Req, Res> extends OperationFacts {
  (core: PlatformCore, request: Req, options?: CallOptions): ResultPromise<Res>;
}

/** An operation whose arguments are all optional. */
export interface OptionalOperation<Req, Res> extends OperationFacts {
  (core: PlatformCore, request?: Req, options?: CallOptions): ResultPromise<Res>;
}

/** An operation without arguments. */
export interface BareOperation<Res> extends OperationFacts {
  (core: PlatformCore, options?: CallOptions): ResultPromise<Res>;
}

/** An operation that answers an array, or an async iterable when asked to stream. */
export interface EventsOperation<Req, Res, Item> extends OperationFacts {
  (core: PlatformCore, request: Req, options: EventOptions & { stream: true }): ResultPromise<AsyncIterable<Item>>;
  (core: PlatformCore, request: Req, options?: EventOptions): ResultPromise<Res>;
}

/** How a list goes on: the parameter that takes the answer's `pagination.next`, and the member with the items. */
export interface Paged<By extends string, Items extends string> {
  readonly pages: readonly [by: By, items: Items];
}

/** Makes the function that calls an operation. */
export function operation<Call extends OperationFacts>(
  row: string,
  load: OperationFacts['load'],
  pages?: readonly [string, string],
): Call {
  const facts = { row, load, pages };
  const call = (core: PlatformCore, request?: unknown, options?: CallOptions) =>
    resultPromise(
      row.endsWith(' bare')
        ? perform(core, facts, undefined, request as CallOptions | undefined)
        : perform(core, facts, request, options),
    );
  // The overloads of Call are generated from the same row, so the two cannot disagree.
  return Object.assign(call, facts) as OperationFacts as Call;
}
