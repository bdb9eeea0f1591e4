// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetConfigurationRequest, GetConfigurationResponseBody } from '../types/integrations.ts';

/**
 * Reads one installed integration.
 * GET /v1/integrations/configuration/{id}
 */
export const integrationsGetConfiguration: Operation<GetConfigurationRequest, GetConfigurationResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/integrations/configuration/{id}?T',
  () => import('../schemas/integrationsGetConfiguration.ts'),
);
