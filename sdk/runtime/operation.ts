// One operation of the API: a row of text that says how it goes over the wire, and its schemas behind a dynamic import.
import { perform } from './call.ts';
import type { PlatformCore } from './core.ts';
import type { CallOptions, EventOptions } from './options.ts';
import { type ResultPromise, resultPromise } from './result.ts';
import type { Schema } from './schema.ts';

/** Schemas of one operation. */
export interface OperationSchemas {
  /** The argument object in wire names; a root body is the object itself. */
  readonly input: Schema;
  /** Bodies of successful answers by status; null means none. */
  readonly answers: Readonly<Record<string, Schema | null>>;
}

/** A row read from its text. */
export interface Row {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** Takes the query parameters teamId and slug. */
  readonly scope: boolean;
  readonly body: 'json' | 'root' | 'octets' | undefined;
  readonly answer: 'stream' | 'lines' | 'events' | 'file' | undefined;
  /** Has no argument object. */
  readonly bare: boolean;
}

/** The facts every operation carries beside being callable. */
export interface OperationFacts {
  readonly row: string;
  readonly load: () => Promise<OperationSchemas>;
}

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

/** Reads a row such as `GET /v1/things/{id}?limit&T body=json headers=x-a,x-b`; T stands for teamId and slug. */
export function readRow(text: string): Row {
  const [method = '', target = '', ...flags] = text.split(' ');
  const [path = '', names = ''] = target.split('?');
  const flag = Object.fromEntries(flags.map((entry) => entry.split('=')));
  const query = names ? names.split('&') : [];
  const scope = query.at(-1) === 'T';
  if (scope) query.splice(-1, 1, 'teamId', 'slug');
  const headers = flag.headers ? flag.headers.split(',') : [];
  return { method, path, query, headers, scope, body: flag.body, answer: flag.answer, bare: 'bare' in flag };
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
