// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetKmsIssuerRequest, GetKmsIssuerResponseBody } from '../types/kms.ts';

/**
 * Reads one issuer of the key service with its keys and policies.
 * GET /v1/kms/issuers/{issuerId}
 */
export const kmsGetKmsIssuer: Operation<GetKmsIssuerRequest, GetKmsIssuerResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/kms/issuers/{issuerId}?T',
  () => import('../schemas/kmsGetKmsIssuer.ts'),
);
