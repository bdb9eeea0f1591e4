// Outcome of a call: a Result for functions, a value or a rejection for methods.
import type { CallError } from './errors.ts';

/** The outcome of a stand-alone function, which never rejects. */
export type Result<T, E = CallError> = { ok: true; value: T } | { ok: false; error: E };

/** Data that `$inspect()` returns besides the result. */
export interface Inspection {
  /** `invalid`: nothing was sent; `request-error`: no answer was received. */
  status: 'complete' | 'request-error' | 'invalid';
  request?: Request;
  response?: Response;
  /** The answer's body, if it was read. */
  text?: string | undefined;
}

export interface Outcome {
  result: Result<unknown>;
  inspection: Inspection;
}

/** Requests by the holder of a call's promise while the call is in progress. */
export interface Control {
  /** Return the answer itself, with its body unread. */
  raw: boolean;
}

/** A promise of a Result that can be inspected. */
export interface ResultPromise<T, E = CallError> extends Promise<Result<T, E>> {
  $inspect(): Promise<[Result<T, E>, Inspection]>;
  readonly control: Control;
}

/** A promise of a value that can also return the raw response. */
export interface CallPromise<T> extends Promise<T> {
  /** Resolves to the value and the response it was read from. */
  withResponse(): Promise<{ data: T; response: Response; requestId: string | undefined }>;
  /** Resolves to the response itself; its body is unread if requested at once. Error answers still reject. */
  asResponse(): Promise<Response>;
}

/**
 * A promise of one page that can also be iterated: `for await` yields the items of this page and of all that follow.
 */
export interface PagePromise<T, Item> extends CallPromise<T>, AsyncIterable<Item> {}

export function resultPromise<T, E>(outcome: Promise<Outcome>, control: Control): ResultPromise<T, E> {
  type Pair = [Result<T, E>, Inspection];
  return Object.assign(
    outcome.then(({ result }) => result as Result<T, E>),
    { $inspect: () => outcome.then(({ result, inspection }): Pair => [result as Result<T, E>, inspection]), control },
  );
}

/** Returns the value of a Result, or throws its error. */
export function unwrap<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw result.error;
}

/** Only the promise handed out may reject. Requesting the response moves that to the new promise. */
export function asValue<T>(call: ResultPromise<T, unknown>): CallPromise<T> {
  const value = call.then(unwrap);
  const answered = async () => {
    value.catch(() => undefined);
    const [result, { response, text }] = await call.$inspect();
    return { data: unwrap(result), response: response!, text };
  };
  const withResponse = async () => {
    const { data, response } = await answered();
    const requestId = response.headers.get('x-vercel-id') ?? response.headers.get('x-request-id') ?? undefined;
    return { data, response, requestId };
  };
  const asResponse = async () => {
    call.control.raw = true;
    const { response, text } = await answered();
    // If requested too late, the body has been read; it is provided again.
    return response.bodyUsed && text !== undefined ? new Response(text || null, response) : response;
  };
  return Object.assign(value, { withResponse, asResponse });
}
