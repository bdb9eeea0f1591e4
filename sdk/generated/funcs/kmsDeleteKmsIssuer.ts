// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteKmsIssuerRequest, DeleteKmsIssuerResponseBody } from '../types/kms.ts';

/**
 * Deletes an issuer of the key service with its keys.
 * DELETE /v1/kms/issuers/{issuerId}
 */
export const kmsDeleteKmsIssuer: Operation<DeleteKmsIssuerRequest, DeleteKmsIssuerResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/kms/issuers/{issuerId}?T accept=*/*',
  () => import('../schemas/kmsDeleteKmsIssuer.ts'),
);
