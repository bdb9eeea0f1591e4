// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteConfigurationRequest, DeleteConfigurationResponseBody } from '../types/integrations.ts';

/**
 * Uninstalls an integration.
 * DELETE /v1/integrations/configuration/{id}
 */
export const integrationsDeleteConfiguration: Operation<DeleteConfigurationRequest, DeleteConfigurationResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/integrations/configuration/{id}?T accept=*/*',
  () => import('../schemas/integrationsDeleteConfiguration.ts'),
);
