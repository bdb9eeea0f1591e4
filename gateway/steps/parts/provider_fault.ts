// Deadline and error handling for calls to external providers.
import type { Settings } from '../../../core/settings/table.ts';
import { ApiError } from '../../http/errors.ts';
import { deadlineMs } from '../../pipeline/deadline.ts';
import { ProviderError } from '../../providers/provider_request.ts';

/** Maximum time in seconds of all calls to a provider during a request. */
const LONGEST_S = 10;

/**
 * Returns the deadline in milliseconds for all calls to a provider. At least a fifth of the request's maximum time is
 * left for SQL and the response.
 */
export const providerDeadlineMs = ({ api_max_request_duration }: Settings): number =>
  deadlineMs({ own_s: LONGEST_S, request_s: api_max_request_duration, share: 0.8 });

/**
 * Returns a handler that converts any failure of a provider to one error. The log shows the provider and the reason. An
 * ApiError is thrown unchanged.
 */
export function createErrorConverter(provider: string, refusal: () => ApiError): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error)) throw error;
    if (error instanceof ApiError) throw error;
    // Log the stack, unless it is an expected failure of a provider.
    const cause = new Error(`${provider}: ${error.message}`, error instanceof ProviderError ? {} : { cause: error });
    throw Object.assign(refusal(), { cause });
  };
}
