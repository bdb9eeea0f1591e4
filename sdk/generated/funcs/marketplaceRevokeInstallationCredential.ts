// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RevokeInstallationCredentialRequest, RevokeInstallationCredentialResponseBody } from '../types/marketplace.ts';

/**
 * Revokes an access token of an installation.
 * POST /v1/installations/{integrationConfigurationId}/credentials/revoke
 */
export const marketplaceRevokeInstallationCredential: Operation<RevokeInstallationCredentialRequest, RevokeInstallationCredentialResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/credentials/revoke body=json',
  () => import('../schemas/marketplaceRevokeInstallationCredential.ts'),
);
