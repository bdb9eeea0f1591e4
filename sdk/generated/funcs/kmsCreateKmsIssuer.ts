// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateKmsIssuerRequest, CreateKmsIssuerResponseBody } from '../types/kms.ts';

/**
 * Creates an issuer in the key service, with its first signing key.
 * POST /v1/kms/issuers
 */
export const kmsCreateKmsIssuer: OptionalOperation<CreateKmsIssuerRequest, CreateKmsIssuerResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers?T body=json',
  () => import('../schemas/kmsCreateKmsIssuer.ts'),
);
