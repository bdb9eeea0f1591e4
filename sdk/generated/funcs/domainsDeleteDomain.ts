// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteDomainRequest, DeleteDomainResponseBody } from '../types/domains.ts';

/**
 * Removes a domain from the account or team.
 * DELETE /v6/domains/{domain}
 */
export const domainsDeleteDomain: Operation<DeleteDomainRequest, DeleteDomainResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v6/domains/{domain}?T',
  () => import('../schemas/domainsDeleteDomain.ts'),
);
