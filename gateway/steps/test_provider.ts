// Step of POST /admin/providers/{name}/test. Sends the provider the requests of a sign-in: discovery document, keys,
// authorization page, and the token endpoint with a made-up code. Custom providers are limited to the networks that
// sign-ins may reach.
import { withProviderSetting } from '../../core/settings/provider_settings.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseResult } from '../database/call.ts';
import { ApiError, refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import { checkProvider } from '../providers/check/check.ts';
import { type ConfiguredProvider, findEnabledProvider, findProvider } from '../providers/config.ts';
import { isCustomProvider } from '../providers/custom.ts';
import type { CustomDefinition } from '../providers/custom_definition.ts';
import type { SqlCall } from '../routes/sql_call.ts';
import { providerDeadlineMs } from './parts/provider_fault.ts';
import { createTestGuard, TEST_CALLS } from './parts/test_guard.ts';

const FIND_PROVIDER: SqlCall = {
  function: 'find_custom_provider',
  args: { provider: 'path.name', switched_off: 'query.switched_off' },
};

/** Returns a built-in provider with its settings, even if it is disabled. */
function findBuiltInProvider(name: string, settings: Settings): ConfiguredProvider | ApiError {
  const provider = findProvider(name);
  if (provider === undefined) return refuse('provider_unknown', name.slice(0, 100));
  return findEnabledProvider(
    name,
    withProviderSetting(settings, { name: provider.name, part: 'enabled', value: true }),
  );
}

export const testProvider: Step<unknown, HasResponse> = step(
  'testProvider',
  {
    calls: [...TEST_CALLS, FIND_PROVIDER],
    refuses: ['provider_unknown', 'provider_incomplete', 'custom_providers_off'],
    reply: 'json',
  },
  (gateway, route) => {
    const { calls, custom, settings } = gateway;
    const { api_external_url } = settings;
    const guard = createTestGuard(gateway, route);
    const find = calls.ready(FIND_PROVIDER, route);
    return async (context: RequestContext) => {
      const { name = '' } = context.path;
      await guard.allow(context);
      const definition = isCustomProvider(name)
        ? (parseResult(await find.ask({ ...context, query: { switched_off: 'true' } })) as unknown as CustomDefinition)
        : undefined;
      const ready = definition ? custom.ready({ ...definition, enabled: true }) : findBuiltInProvider(name, settings);
      if (ready instanceof ApiError) throw ready;
      await guard.record(context, { provider: ready.provider.name });
      // All checks share the deadline of one sign-in.
      const overdue = AbortSignal.timeout(providerDeadlineMs(settings));
      const began = performance.now();
      const findings = await checkProvider(ready, {
        api_external_url,
        now: Date.now(),
        deadline: () => overdue,
        ...(definition ? { definition } : {}),
      });
      const ok = findings.every(({ state }) => state !== 'failed');
      const answer = { provider: ready.provider.name, ok, findings, ms: Math.round(performance.now() - began) };
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);
