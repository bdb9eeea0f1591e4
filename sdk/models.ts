// Exports that code for other clients imports from `models/`: the errors, and all types of arguments and answers.
export type * from './generated/types/index.ts';
export * from './runtime/errors.ts';
export { PlatformError as SDKError } from './runtime/errors.ts';
export type { Drift } from './runtime/options.ts';
