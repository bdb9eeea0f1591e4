// The attempts of one call: the first, and its retries.
import type { Answer } from './answer.ts';
import { attempt, type Call } from './attempt.ts';
import { ConnectionError, RequestTimeoutError } from './errors.ts';
import { clientError } from './failure.ts';
import { backoff, retriesStatus, retryAfter, retryPlan, wait } from './retry.ts';

export async function repeat(call: Call): Promise<Answer> {
  const { core, options, signal } = call;
  const oneShot = typeof ReadableStream === 'function' && call.draft.body instanceof ReadableStream;
  const { retries, retryConfig } = core.options;
  const config = options.retries ?? options.retryConfig ?? retries ?? retryConfig;
  if (oneShot || config?.strategy !== 'backoff') return attempt(call);
  const plan = retryPlan(config, options.retryCodes);
  const started = Date.now();
  for (let count = 0; ; count++) {
    let answer: Answer | undefined;
    let failure: unknown;
    try {
      answer = await attempt(call);
      if (!retriesStatus(plan, answer.response.status)) return answer;
      // The next attempt may need this connection.
      if (answer.text === undefined) await answer.response.body?.cancel();
    } catch (error) {
      failure = clientError(error, signal);
      const lost = failure instanceof ConnectionError || failure instanceof RequestTimeoutError;
      if (!plan.connectionErrors || !lost || signal.aborted) throw failure;
    }
    const pause = backoff(plan, count, answer && retryAfter(answer.response.headers));
    if (Date.now() - started + pause > plan.maxElapsedTime) {
      if (answer) return answer;
      throw failure;
    }
    await wait(pause, signal);
  }
}
