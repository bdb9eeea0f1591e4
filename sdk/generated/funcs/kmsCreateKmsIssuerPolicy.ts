// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateKmsIssuerPolicyRequest, CreateKmsIssuerPolicyResponseBody } from '../types/kms.ts';

/**
 * Create kms issuer policy (POST /kms/issuers/{issuerId}/policies).
 * POST /v1/kms/issuers/{issuerId}/policies
 */
export const kmsCreateKmsIssuerPolicy: Operation<CreateKmsIssuerPolicyRequest, CreateKmsIssuerPolicyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/policies?T body=json',
  () => import('../schemas/kmsCreateKmsIssuerPolicy.ts'),
);
