// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RevokeKmsSigningKeyRequest, RevokeKmsSigningKeyResponseBody } from '../types/kms.ts';

/**
 * Revoke kms signing key (POST /kms/issuers/{issuerId}/keys/{keyId}/revoke).
 * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/revoke
 */
export const kmsRevokeKmsSigningKey: Operation<RevokeKmsSigningKeyRequest, RevokeKmsSigningKeyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/keys/{keyId}/revoke?T',
  () => import('../schemas/kmsRevokeKmsSigningKey.ts'),
);
