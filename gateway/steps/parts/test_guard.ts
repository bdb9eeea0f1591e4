// Shared parts of the tests of providers, hooks and webhooks: the check of the caller's right, and the audit entry.
import { parseResult } from '../../database/call.ts';
import type { GatewayServices, RequestContext, StepRoute } from '../../pipeline/step.ts';
import type { SqlCall } from '../../routes/sql_call.ts';

const CHECK_RIGHT: SqlCall = {
  function: 'get_administrator',
  args: { claims: 'claims', settings: 'settings', needed: 'query.needed' },
};
const RECORD_TEST: SqlCall = {
  function: 'record_test',
  args: {
    claims: 'claims',
    provider: 'tested.provider',
    hook: 'tested.hook',
    webhook_id: 'tested.webhook_id',
    settings: 'settings',
    client: 'client',
  },
};

export const TEST_CALLS = [CHECK_RIGHT, RECORD_TEST] as const;

type TestedObject = { readonly [Part in 'provider' | 'hook' | 'webhook_id']?: string };

/** The authorization check and the audit entry of a test of a provider, a hook or a webhook. */
export interface TestGuard {
  /** Throws if the caller may not run tests. */
  allow(context: RequestContext): Promise<void>;
  /** Writes the audit entry for the start of a test. */
  record(context: RequestContext, tested: TestedObject): Promise<void>;
}

export function createTestGuard({ calls }: GatewayServices, route: StepRoute): TestGuard {
  const [check, log] = [calls.ready(CHECK_RIGHT, route), calls.ready(RECORD_TEST, route)];
  return {
    async allow(context) {
      parseResult(await check.ask({ ...context, query: { needed: 'administer' } }));
    },
    async record(context, tested) {
      parseResult(await log.ask({ ...context, tested } as RequestContext));
    },
  };
}
