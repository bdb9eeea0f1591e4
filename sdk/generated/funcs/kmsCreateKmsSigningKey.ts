// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateKmsSigningKeyRequest, CreateKmsSigningKeyResponseBody } from '../types/kms.ts';

/**
 * Create kms signing key (POST /kms/issuers/{issuerId}/keys).
 * POST /v1/kms/issuers/{issuerId}/keys
 */
export const kmsCreateKmsSigningKey: Operation<CreateKmsSigningKeyRequest, CreateKmsSigningKeyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/keys?T body=json',
  () => import('../schemas/kmsCreateKmsSigningKey.ts'),
);
