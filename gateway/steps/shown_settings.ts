// Shows the configuration of this process to administrators, without secrets.
import { HOOKS } from '../../core/hooks/hook.ts';
import { maskUrl } from '../../core/masked_url.ts';
import { PROVIDERS } from '../../core/providers/registry.ts';
import { checkProviders } from '../../core/settings/provider_checks.ts';
import { providerSetting } from '../../core/settings/provider_settings.ts';
import { listShownSettings } from '../../core/settings/shown.ts';
import { parseResult } from '../database/call.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type GatewayServices, type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

const SHOW_ADMINISTRATOR: SqlCall = { function: 'get_administrator', args: { claims: 'claims', settings: 'settings' } };

/** Creates a step that returns constant data to callers with the right to read. */
function createConstantAdminStep(
  name: string,
  answerOf: (gateway: GatewayServices) => object,
): Step<unknown, HasResponse> {
  return step(name, { calls: [SHOW_ADMINISTRATOR], reply: 'json' }, (gateway, route) => {
    const check = gateway.calls.ready(SHOW_ADMINISTRATOR, route);
    return async (context: RequestContext) => {
      parseResult(await check.ask(context));
      return { response: jsonResponse(answerOf(gateway), { secret: true }) };
    };
  });
}

export const respondWithAllSettings = createConstantAdminStep('respondWithAllSettings', ({ settings, sources }) => ({
  settings: listShownSettings(settings, sources),
}));

export const respondWithProviders = createConstantAdminStep('respondWithProviders', ({ settings }) => {
  const { warnings } = checkProviders(settings);
  const providers = [...PROVIDERS.keys()].sort().map((name) => ({
    name,
    enabled: providerSetting(settings, name, 'enabled'),
    findings: warnings.filter((warning) => warning.startsWith(`SVC_EXTERNAL_${name.toUpperCase()}_`)),
  }));
  return { providers, saml_enabled: settings.saml_enabled };
});

export const respondWithHooks = createConstantAdminStep('respondWithHooks', ({ settings }) => ({
  hooks: HOOKS.map((name) => {
    const uri = settings[`hook_${name}_uri`];
    return { name, enabled: settings[`hook_${name}_enabled`], target: uri ? maskUrl(uri) : null };
  }),
}));
