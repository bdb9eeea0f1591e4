// Exports that code for other clients imports from `types/`: results, the promises of calls, and functions to create
// and unwrap them.
import { type Result, unwrap } from './runtime/result.ts';

export type { CallPromise, PagePromise, ResultPromise, ResultPromise as APIPromise } from './runtime/result.ts';
export { type Result, unwrap };

/** Resolves to the value of a promised Result, or rejects with its error. */
export async function unwrapAsync<T>(result: PromiseLike<Result<T, unknown>>): Promise<T> {
  return unwrap(await result);
}

/** Creates a Result with a value. */
export function OK<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** Creates a Result with an error. */
export function ERR<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
