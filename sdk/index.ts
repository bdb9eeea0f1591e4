// The root of the package: the client class, its options, the errors and helpers around calls.
export { Platform } from './generated/client.ts';
export type * from './generated/types/index.ts';
export { PlatformCore } from './runtime/core.ts';
export * from './runtime/errors.ts';
export {
  type BeforeRequestHook,
  type Fetcher,
  HTTPClient,
  type RequestErrorHook,
  type ResponseHook,
} from './runtime/http_client.ts';
export type { Issue } from './runtime/issues.ts';
export type { Logger } from './runtime/log.ts';
export type { ErrorOf, OperationFacts, OperationSchemas, Paged } from './runtime/operation.ts';
export type {
  CallOptions,
  ClientOptions,
  Drift,
  EventOptions,
  ResponseValidation,
  RetryConfig,
} from './runtime/options.ts';
export { type ItemOf, items, pages } from './runtime/pages.ts';
export {
  type CallPromise,
  type Inspection,
  type PagePromise,
  type Result,
  type ResultPromise,
  unwrap,
} from './runtime/result.ts';
export type { ByteStream, JsonValue, OpenNumber, OpenString, UploadBody } from './runtime/values.ts';
