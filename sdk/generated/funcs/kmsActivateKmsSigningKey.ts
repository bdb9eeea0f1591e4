// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ActivateKmsSigningKeyRequest, ActivateKmsSigningKeyResponseBody } from '../types/kms.ts';

/**
 * Activate kms signing key (POST /kms/issuers/{issuerId}/keys/{keyId}/activate).
 * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/activate
 */
export const kmsActivateKmsSigningKey: Operation<ActivateKmsSigningKeyRequest, ActivateKmsSigningKeyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/keys/{keyId}/activate?T body=json',
  () => import('../schemas/kmsActivateKmsSigningKey.ts'),
);
