// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteKmsIssuerPolicyRequest, DeleteKmsIssuerPolicyResponseBody } from '../types/kms.ts';

/**
 * Stops letting a project or an OAuth client sign with an issuer's keys.
 * DELETE /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}
 */
export const kmsDeleteKmsIssuerPolicy: Operation<DeleteKmsIssuerPolicyRequest, DeleteKmsIssuerPolicyResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/kms/issuers/{issuerId}/policies/{kind}/{policyKey}?T accept=*/*',
  () => import('../schemas/kmsDeleteKmsIssuerPolicy.ts'),
);
