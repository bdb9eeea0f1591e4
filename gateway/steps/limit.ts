// Counts the request against a rate limit per client. Throws a 429 error if the limit is reached.
import type { Settings } from '../../core/settings/table.ts';
import { type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { LimiterName } from '../routes/names.ts';

export function limit(name: LimiterName): Step<unknown, undefined> {
  return step(
    'limit',
    { limiters: [name] },
    ({ limit }) =>
      ({ request, from }) =>
        limit(name, request, from),
  );
}

/** Counts the request against the limit that `choose` returns, if any. */
export function limitBy<Needs>(
  names: readonly LimiterName[],
  choose: (context: RequestContext & Needs, settings: Settings) => LimiterName | undefined,
): Step<Needs, undefined> {
  return step(
    'limitBy',
    { limiters: names },
    ({ limit, settings }) =>
      (context: RequestContext & Needs) =>
        limit(choose(context, settings), context.request, context.from),
  );
}
