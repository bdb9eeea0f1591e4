// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateKmsIssuerPolicyRequest, CreateKmsIssuerPolicyResponseBody } from '../types/kms.ts';

/**
 * Lets a project or an OAuth client sign with an issuer's keys.
 * POST /v1/kms/issuers/{issuerId}/policies
 */
export const kmsCreateKmsIssuerPolicy: Operation<CreateKmsIssuerPolicyRequest, CreateKmsIssuerPolicyResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/kms/issuers/{issuerId}/policies?T body=json',
  () => import('../schemas/kmsCreateKmsIssuerPolicy.ts'),
);
