// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RevokeKmsSigningKeyRequest, RevokeKmsSigningKeyResponseBody } from '../types/kms.ts';

/**
 * Revokes a signing key; signatures made with it are no longer to be trusted.
 * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/revoke
 */
export const kmsRevokeKmsSigningKey: Operation<RevokeKmsSigningKeyRequest, RevokeKmsSigningKeyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/keys/{keyId}/revoke?T',
  () => import('../schemas/kmsRevokeKmsSigningKey.ts'),
);
