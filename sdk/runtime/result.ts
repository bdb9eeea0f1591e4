// How a call ends: as a Result for functions, as a value or a rejection for methods.
import type { CallError } from './errors.ts';

/** The outcome of a stand-alone function; it never rejects. */
export type Result<T, E = CallError> = { ok: true; value: T } | { ok: false; error: E };

/** What `$inspect()` tells beside the result. */
export interface Inspection {
  /** `invalid`: nothing was sent; `request-error`: no answer came. */
  status: 'complete' | 'request-error' | 'invalid';
  request?: Request;
  response?: Response;
}

export interface Outcome {
  result: Result<unknown>;
  inspection: Inspection;
}

/** A promise of a Result that can be inspected. */
export interface ResultPromise<T> extends Promise<Result<T>> {
  $inspect(): Promise<[Result<T>, Inspection]>;
}

/** A promise of a value that can also give the raw response. */
export interface CallPromise<T> extends Promise<T> {
  withResponse(): Promise<{ data: T; response: Response; requestId: string | undefined }>;
}

export function resultPromise<T>(outcome: Promise<Outcome>): ResultPromise<T> {
  return Object.assign(
    outcome.then(({ result }) => result as Result<T>),
    {
      $inspect: () =>
        outcome.then(({ result, inspection }): [Result<T>, Inspection] => [result as Result<T>, inspection]),
    },
  );
}

/** Turns a Result into its value, or throws its error. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw result.error;
}

/** Only one promise can reject: the one handed out. Asking for the response moves that duty to the new promise. */
export function asValue<T>(call: ResultPromise<T>): CallPromise<T> {
  const value = call.then(unwrap);
  const withResponse = () => {
    value.catch(() => undefined);
    return call.$inspect().then(([result, { response }]) => {
      const data = unwrap(result);
      const id = response!.headers.get('x-vercel-id') ?? response!.headers.get('x-request-id') ?? undefined;
      return { data, response: response!, requestId: id };
    });
  };
  return Object.assign(value, { withResponse });
}
