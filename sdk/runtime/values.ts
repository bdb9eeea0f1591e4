// Basic types used by generated types.

/** Any other string: an enum can be compared with its known values and still accepts new ones. */
export type OpenString = string & Record<never, never>;
/** Any other number. */
export type OpenNumber = number & Record<never, never>;
/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
/** A view of unshared bytes, written so that TypeScript before 5.7 accepts it too. */
type Bytes = ArrayBufferView & { readonly buffer: ArrayBuffer };
/** Bytes to upload; a stream is sent once and never retried. */
export type UploadBody = Blob | ArrayBuffer | Bytes | ReadableStream<Uint8Array>;
/** A stream of bytes, typed as async iterable even if the compiler's library does not declare it. */
export type ByteStream = ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
