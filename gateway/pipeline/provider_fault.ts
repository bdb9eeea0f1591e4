// What a provider that does not do its part means for the request: how long it is waited for, and what the browser is told.
import type { Settings } from '../../core/settings/table.ts';
import { Refusal } from '../http/errors.ts';
import { ProviderFault } from '../providers/ask.ts';

/** Seconds for everything a provider is asked during one request; a part of the request's own time is left to answer. */
const DEADLINE_S = 10;

export function deadlineOf({ api_max_request_duration: whole }: Settings): number {
  // A whole number: timers take no other, and 0.8 of three seconds is none.
  return Math.floor((whole > 0 ? Math.min(DEADLINE_S, whole * 0.8) : DEADLINE_S) * 1_000);
}

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
