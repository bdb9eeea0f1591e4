// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetConfigurationsRequest, GetConfigurationsResponseBody } from '../types/integrations.ts';

/**
 * Lists the integrations installed on the account or team.
 * GET /v1/integrations/configurations
 */
export const integrationsGetConfigurations: Operation<GetConfigurationsRequest, GetConfigurationsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/integrations/configurations?view&installationType&integrationIdOrSlug&T',
  () => import('../schemas/integrationsGetConfigurations.ts'),
);
