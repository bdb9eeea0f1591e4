// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateKmsIssuerPolicyRequest, UpdateKmsIssuerPolicyResponseBody } from '../types/kms.ts';

/**
 * Changes in which environments and with which claims a project may sign with an issuer.
 * PATCH /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}
 */
export const kmsUpdateKmsIssuerPolicy: Operation<UpdateKmsIssuerPolicyRequest, UpdateKmsIssuerPolicyResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}?T body=json',
  () => import('../schemas/kmsUpdateKmsIssuerPolicy.ts'),
);
