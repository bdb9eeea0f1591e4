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
  /** The answer's body, when it was read. */
  text?: string | undefined;
}

export interface Outcome {
  result: Result<unknown>;
  inspection: Inspection;
}

/** What the holder of a call's promise may still ask for while the call is under way. */
export interface Control {
  /** The answer itself, its body unread. */
  raw: boolean;
}

/** A promise of a Result that can be inspected. */
export interface ResultPromise<T, E = CallError> extends Promise<Result<T, E>> {
  $inspect(): Promise<[Result<T, E>, Inspection]>;
  readonly control: Control;
}

/** A promise of a value that can also give the raw response. */
export interface CallPromise<T> extends Promise<T> {
  /** The value and the response it was read from. */
  withResponse(): Promise<{ data: T; response: Response; requestId: string | undefined }>;
  /** The response itself, its body unread when asked for at once. Answers that are errors reject all the same. */
  asResponse(): Promise<Response>;
}

/** A promise of one page that can also be walked: `for await` gives the items of this page and of all that follow. */
export interface PagePromise<T, Item> extends CallPromise<T>, AsyncIterable<Item> {}

export function resultPromise<T, E>(outcome: Promise<Outcome>, control: Control): ResultPromise<T, E> {
  type Pair = [Result<T, E>, Inspection];
  return Object.assign(
    outcome.then(({ result }) => result as Result<T, E>),
    { $inspect: () => outcome.then(({ result, inspection }): Pair => [result as Result<T, E>, inspection]), control },
  );
}

/** Turns a Result into its value, or throws its error. */
export function unwrap<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw result.error;
}

/** Only one promise can reject: the one handed out. Asking for the response moves that duty to the new promise. */
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
    // Asked for too late, the body has been read; it is given once more.
    return response.bodyUsed && text !== undefined ? new Response(text || null, response) : response;
  };
  return Object.assign(value, { withResponse, asResponse });
}
