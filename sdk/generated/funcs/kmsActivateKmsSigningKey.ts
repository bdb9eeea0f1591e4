// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ActivateKmsSigningKeyRequest, ActivateKmsSigningKeyResponseBody } from '../types/kms.ts';

/**
 * Makes a signing key the one an issuer signs with: the second step of a key rotation.
 * POST /v1/kms/issuers/{issuerId}/keys/{keyId}/activate
 */
export const kmsActivateKmsSigningKey: Operation<ActivateKmsSigningKeyRequest, ActivateKmsSigningKeyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/keys/{keyId}/activate?T body=json',
  () => import('../schemas/kmsActivateKmsSigningKey.ts'),
);
