// Failures of external providers: how long a request waits for one, and the error that the client gets.
import type { Settings } from '../../../core/settings/table.ts';
import { ApiError } from '../../http/errors.ts';
import { deadlineMs } from '../../pipeline/deadline.ts';
import { ProviderError } from '../../providers/ask.ts';

/** Seconds for all calls to a provider during one request. */
const LONGEST_S = 10;

/** Returns the same in milliseconds. A fifth of the request's own time is left for SQL and the response. */
export const providerDeadlineOf = ({ api_max_request_duration }: Settings): number =>
  deadlineMs({ own_s: LONGEST_S, request_s: api_max_request_duration, share: 0.8 });

/** Turns every failure of a provider into one error. The log line has the provider and the reason. */
export function because(provider: string, refusal: () => ApiError): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error)) throw error;
    if (error instanceof ApiError) throw error;
    // Log the stack too, unless it is a failure that providers are expected to have.
    const cause = new Error(`${provider}: ${error.message}`, error instanceof ProviderError ? {} : { cause: error });
    throw Object.assign(refusal(), { cause });
  };
}
