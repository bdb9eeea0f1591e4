// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RotateInstallationCredentialRequest, RotateInstallationCredentialResponseBody } from '../types/marketplace.ts';

/**
 * Issues a new access token for an installation and retires the old one.
 * POST /v1/installations/{integrationConfigurationId}/credentials/rotate
 */
export const marketplaceRotateInstallationCredential: Operation<RotateInstallationCredentialRequest, RotateInstallationCredentialResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/credentials/rotate body=json',
  () => import('../schemas/marketplaceRotateInstallationCredential.ts'),
);
