// What code written against other clients imports from `types/`: results, the promises of calls, and what makes and opens them.
import { type Result, unwrap } from './runtime/result.ts';

export type { CallPromise, PagePromise, ResultPromise, ResultPromise as APIPromise } from './runtime/result.ts';
export { type Result, unwrap };

/** The value that a promised Result comes to, or a rejection with its error. */
export async function unwrapAsync<T>(result: PromiseLike<Result<T, unknown>>): Promise<T> {
  return unwrap(await result);
}

/** A Result that is a value. */
export function OK<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** A Result that is an error. */
export function ERR<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
