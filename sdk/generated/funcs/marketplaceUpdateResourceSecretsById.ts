// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateResourceSecretsByIdRequest, UpdateResourceSecretsByIdResponseBody } from '../types/marketplace.ts';

/**
 * Replaces the secrets of a resource.
 * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/secrets
 */
export const marketplaceUpdateResourceSecretsById: Operation<UpdateResourceSecretsByIdRequest, UpdateResourceSecretsByIdResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/secrets body=json accept=*/*',
  () => import('../schemas/marketplaceUpdateResourceSecretsById.ts'),
);
