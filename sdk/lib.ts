// Exports that code for other clients imports from `lib/`: the HTTP client, and the types of options and results.
export {
  type BeforeRequestHook,
  type Fetcher,
  HTTPClient,
  type RequestErrorHook,
  type ResponseHook,
} from './runtime/http_client.ts';
export type { Logger } from './runtime/log.ts';
export type {
  CallOptions as RequestOptions,
  ClientOptions as SDKOptions,
  RetryConfig,
} from './runtime/options.ts';
export { type Result, unwrap } from './runtime/result.ts';
