// Step of POST /admin/sso/providers/{provider_id}/test. Requests the metadata and the sign-in page of an identity
// provider, and judges a response that it has sent.
import { METADATA_DEADLINE_MS } from '../../core/saml/fetch_metadata.ts';
import { parseResult } from '../database/call.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';
import { type CheckedIdp, checkIdp } from '../saml/check_provider.ts';
import { cachedServiceProvider } from '../saml/service.ts';
import { createTestGuard, TEST_CALLS } from './parts/test_guard.ts';

const GET_PROVIDER = {
  function: 'get_sso_provider',
  args: { claims: 'claims', id: 'path.provider_id', settings: 'settings' },
} as const satisfies SqlCall;

export const testSsoProvider = step(
  'testSsoProvider',
  { calls: [...TEST_CALLS, GET_PROVIDER], reply: 'json' },
  (gateway, route) => {
    const { calls, settings } = gateway;
    const guard = createTestGuard(gateway, route);
    const find = calls.ready(GET_PROVIDER, route);
    return async (
      context: RequestContext & {
        readonly body: { readonly response: string | null; readonly request_id: string | null };
      },
    ): Promise<HasResponse> => {
      await guard.allow(context);
      const provider = parseResult(await find.ask(context)) as unknown as CheckedIdp;
      const name = `sso:${provider.id}`;
      await guard.record(context, { provider: name });
      const began = performance.now();
      const findings = await checkIdp(provider, {
        settings,
        reach: cachedServiceProvider(settings).reach,
        signal: AbortSignal.timeout(METADATA_DEADLINE_MS),
        now: Date.now(),
        response: context.body.response ?? undefined,
        request_id: context.body.request_id ?? undefined,
      });
      const ok = findings.every(({ state }) => state !== 'failed');
      const answer = { provider: name, ok, findings, ms: Math.round(performance.now() - began) };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);
