// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PatchDomainRequest, PatchDomainResponseBody } from '../types/domains.ts';

/**
 * Changes a domain's settings, or moves the domain to another account.
 * PATCH /v3/domains/{domain}
 */
export const domainsPatchDomain: Operation<PatchDomainRequest, PatchDomainResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v3/domains/{domain}?T body=json',
  () => import('../schemas/domainsPatchDomain.ts'),
);
