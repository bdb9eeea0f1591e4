// Entry for stand-alone functions: the core client, the errors and unwrap(), without the methods.
export { PlatformCore } from './runtime/core.ts';
export * from './runtime/errors.ts';
export { HTTPClient } from './runtime/http_client.ts';
export type { ErrorOf } from './runtime/operation.ts';
export type {
  CallOptions,
  ClientOptions,
  Drift,
  EventOptions,
  ResponseValidation,
  RetryConfig,
} from './runtime/options.ts';
export { type ItemOf, items, pages } from './runtime/pages.ts';
export { type CallPromise, type Inspection, type Result, type ResultPromise, unwrap } from './runtime/result.ts';
