// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateKmsIssuerRequest, UpdateKmsIssuerResponseBody } from '../types/kms.ts';

/**
 * Changes an issuer of the key service: its name or the claims its tokens may carry.
 * PATCH /v1/kms/issuers/{issuerId}
 */
export const kmsUpdateKmsIssuer: Operation<UpdateKmsIssuerRequest, UpdateKmsIssuerResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/kms/issuers/{issuerId}?T body=json',
  () => import('../schemas/kmsUpdateKmsIssuer.ts'),
);
