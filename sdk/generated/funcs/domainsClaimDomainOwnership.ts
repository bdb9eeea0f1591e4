// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ClaimDomainOwnershipRequest, ClaimDomainOwnershipResponseBody } from '../types/domains.ts';

/**
 * Claims a domain that another account holds, once its TXT record proves the ownership.
 * POST /v9/domains/{domain}/claim
 */
export const domainsClaimDomainOwnership: Operation<ClaimDomainOwnershipRequest, ClaimDomainOwnershipResponseBody> = /* @__PURE__ */ operation(
  'POST /v9/domains/{domain}/claim?T',
  () => import('../schemas/domainsClaimDomainOwnership.ts'),
);
