// The one door to the client library; the build takes it into the bundle.

export { Platform } from '../generated/client.ts';
export { operations } from '../generated/operations.ts';
export { alarm, anyOf } from '../runtime/clock.ts';
export type { PlatformCore } from '../runtime/core.ts';
export { HTTPClientError, InvalidRequestError, PlatformError } from '../runtime/errors.ts';
export { clientError } from '../runtime/failure.ts';
export type { ListedOperation } from '../runtime/listed.ts';
export { fromPath } from '../runtime/node.ts';
export type { CallOptions, EventOptions } from '../runtime/options.ts';
export { readRow } from '../runtime/row.ts';
export { camel, type Schema } from '../runtime/schema.ts';
export { version } from '../runtime/version.ts';
