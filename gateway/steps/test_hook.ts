// Step of POST /admin/hooks/{name}/test. Calls an HTTP or SQL hook with a sample event. Changes of a SQL hook are
// rolled back. A failing hook is not an error of this request.
import { HOOKS, type HookName, hookOf } from '../../core/hooks/hook.ts';
import { callHook, HookError } from '../../core/hooks/post.ts';
import { responseErrorOf, sampleEvent } from '../../core/hooks/sample.ts';
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';
import { createTestGuard, TEST_CALLS } from './parts/test_guard.ts';

const TEST_HOOK: SqlCall = {
  function: 'test_hook',
  args: {
    claims: 'claims',
    hook: 'tested.hook',
    target: 'tested.target',
    event: 'tested.event',
    settings: 'settings',
    client: 'client',
  },
};

interface HookTestOutcome {
  /** Response of the hook, or null. */
  answer: object | null;
  /** Reason why requests would fail with this response, or null. */
  wrong: string | null;
  /** Error of the call, or null. */
  error: string | null;
}

export const testHook: Step<unknown, HasResponse> = step(
  'testHook',
  { calls: [...TEST_CALLS, TEST_HOOK], refuses: ['hook_unknown', 'hook_off'], reply: 'json' },
  (gateway, route) => {
    const { calls, settings } = gateway;
    const guard = createTestGuard(gateway, route);
    const call = calls.ready(TEST_HOOK, route);
    return async (context: RequestContext) => {
      await guard.allow(context);
      const name = HOOKS.find((one) => one === context.path.name);
      if (name === undefined) throw refuse('hook_unknown');
      const hook = hookOf(name, settings);
      if (hook === null) throw refuse('hook_off', name.toUpperCase());
      const event = sampleEvent(name, settings);
      const began = performance.now();
      let outcome: HookTestOutcome;
      if ('url' in hook) {
        await guard.record(context, { hook: name });
        outcome = await callHook(hook, event).then((answer) => toAnsweredOutcome(name, answer), toFailedOutcome);
      } else {
        const tested = { hook: name, target: JSON.stringify(hook), event: JSON.stringify(event) };
        outcome = parseResult(
          await call.ask({ ...context, tested } as unknown as RequestContext),
        ) as unknown as HookTestOutcome;
      }
      const ok = outcome.error === null && outcome.wrong === null;
      const answer = { hook: name, ok, ...outcome, ms: Math.round(performance.now() - began) };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);

const toAnsweredOutcome = (name: HookName, answer: Record<string, unknown>): HookTestOutcome => ({
  answer,
  wrong: responseErrorOf(name, answer),
  error: null,
});

function toFailedOutcome(error: unknown): HookTestOutcome {
  if (!(error instanceof HookError)) throw error;
  return { answer: null, wrong: null, error: error.message };
}
