// Types that generated types are made of.

/** Any other string: lets an enum be compared with its known values and still take new ones. */
export type OpenString = string & Record<never, never>;
/** Any other number. */
export type OpenNumber = number & Record<never, never>;
/** Whatever JSON can say. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
/** A view of bytes that no other thread shares; written so that TypeScript before 5.7 can read it too. */
type Bytes = ArrayBufferView & { readonly buffer: ArrayBuffer };
/** Bytes to upload; a stream is sent once and never retried. */
export type UploadBody = Blob | ArrayBuffer | Bytes | ReadableStream<Uint8Array>;
/** Bytes as they come; can be walked also where the compiler's library does not know that a stream can. */
export type ByteStream = ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
