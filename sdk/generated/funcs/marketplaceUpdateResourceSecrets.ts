// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateResourceSecretsRequest, UpdateResourceSecretsResponseBody } from '../types/marketplace.ts';

/**
 * Replaces the secrets of a resource, addressed by product; use updateResourceSecretsById instead.
 * PUT /v1/installations/{integrationConfigurationId}/products/{integrationProductIdOrSlug}/resources/{resourceId}/secrets
 * @deprecated
 */
export const marketplaceUpdateResourceSecrets: Operation<UpdateResourceSecretsRequest, UpdateResourceSecretsResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/installations/{integrationConfigurationId}/products/{integrationProductIdOrSlug}/resources/{resourceId}/secrets body=json accept=*/*',
  () => import('../schemas/marketplaceUpdateResourceSecrets.ts'),
);
