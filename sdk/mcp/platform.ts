// The only import of the client library; the build includes it in the bundle.
import members from '../catalogue/words/members.json' with { type: 'json' };
import parameters from '../catalogue/words/parameters.json' with { type: 'json' };
import { type EntryList, WordList } from '../generator/word_list.ts';

export { Platform } from '../generated/client.ts';
export { members as bodyMembers } from '../generated/members.ts';
export { operations } from '../generated/operations.ts';
export type { WordList, Words } from '../generator/word_list.ts';
export { alarm, anyOf } from '../runtime/clock.ts';
export type { PlatformCore } from '../runtime/core.ts';
export { HTTPClientError, InvalidRequestError, PlatformError, ResponseValidationError } from '../runtime/errors.ts';
export { clientError } from '../runtime/failure.ts';
export type { Issue } from '../runtime/issues.ts';
export type { ListedOperation } from '../runtime/listed.ts';
export type { CallOptions, EventOptions } from '../runtime/options.ts';
export { retryAfter } from '../runtime/retry.ts';
export { type Row, readRow } from '../runtime/row.ts';
export { camel, requiredOf, type Schema, typesOf } from '../runtime/schema.ts';
export { isTime } from '../runtime/time.ts';
export { version } from '../runtime/version.ts';

// JSON has no tuples, so the compiler sees lists of unions; a test validates every entry.
export const words = new WordList(parameters as unknown as EntryList, members as unknown as EntryList);
