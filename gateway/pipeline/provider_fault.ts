// What a provider that does not do its part means for the request: how long it is waited for, and what the browser is told.
import type { Settings } from '../../core/settings/table.ts';
import { Refusal } from '../http/errors.ts';
import { ProviderFault } from '../providers/ask.ts';
import { deadlineOf } from './deadline.ts';

/** Seconds for everything a provider is asked during one request. */
const LONGEST_S = 10;

/** Milliseconds for all of it; a fifth of the request's own time is left to decide and to answer. */
export const providerDeadlineOf = ({ api_max_request_duration }: Settings): number =>
  deadlineOf({ own_s: LONGEST_S, request_s: api_max_request_duration, share: 0.8 });

/** The same refusal for everything that a provider does wrong; the log line has the provider and the reason. */
export function because(provider: string, refusal: () => Refusal): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Error)) throw error;
    if (error instanceof Refusal) throw error;
    // A fault of the provider's is foreseen; of anything else the log has the stack too.
    const cause = new Error(`${provider}: ${error.message}`, error instanceof ProviderFault ? {} : { cause: error });
    throw Object.assign(refusal(), { cause });
  };
}
