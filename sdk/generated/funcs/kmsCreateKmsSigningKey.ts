// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateKmsSigningKeyRequest, CreateKmsSigningKeyResponseBody } from '../types/kms.ts';

/**
 * Creates or imports a signing key: the start of a key rotation.
 * POST /v1/kms/issuers/{issuerId}/keys
 */
export const kmsCreateKmsSigningKey: Operation<CreateKmsSigningKeyRequest, CreateKmsSigningKeyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/keys?T body=json',
  () => import('../schemas/kmsCreateKmsSigningKey.ts'),
);
