// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RotateInstallationCredentialRequest, RotateInstallationCredentialResponseBody } from '../types/marketplace.ts';

/**
 * Rotate installation credential (POST /installations/{integrationConfigurationId}/credentials/rotate).
 * POST /v1/installations/{integrationConfigurationId}/credentials/rotate
 */
export const marketplaceRotateInstallationCredential: Operation<RotateInstallationCredentialRequest, RotateInstallationCredentialResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/credentials/rotate body=json',
  () => import('../schemas/marketplaceRotateInstallationCredential.ts'),
);
