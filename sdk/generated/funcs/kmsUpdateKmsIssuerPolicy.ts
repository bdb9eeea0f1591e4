// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateKmsIssuerPolicyRequest, UpdateKmsIssuerPolicyResponseBody } from '../types/kms.ts';

/**
 * Update kms issuer policy (PATCH /kms/issuers/{issuerId}/policies/{kind}/{policyKey}).
 * PATCH /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}
 */
export const kmsUpdateKmsIssuerPolicy: Operation<UpdateKmsIssuerPolicyRequest, UpdateKmsIssuerPolicyResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}?T body=json',
  () => import('../schemas/kmsUpdateKmsIssuerPolicy.ts'),
);
