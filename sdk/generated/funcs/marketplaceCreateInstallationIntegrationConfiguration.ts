// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateInstallationIntegrationConfigurationRequest, CreateInstallationIntegrationConfigurationResponseBody } from '../types/marketplace.ts';

/**
 * Adds experimentation items to a resource.
 * POST /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items
 */
export const marketplaceCreateInstallationIntegrationConfiguration: Operation<CreateInstallationIntegrationConfigurationRequest, CreateInstallationIntegrationConfigurationResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items body=json accept=*/*',
  () => import('../schemas/marketplaceCreateInstallationIntegrationConfiguration.ts'),
);
