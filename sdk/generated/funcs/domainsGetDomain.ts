// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainRequest, GetDomainResponseBody } from '../types/domains.ts';

/**
 * Reads one domain of the account or team.
 * GET /v5/domains/{domain}
 */
export const domainsGetDomain: Operation<GetDomainRequest, GetDomainResponseBody> = /* @__PURE__ */ operation(
  'GET /v5/domains/{domain}?T',
  () => import('../schemas/domainsGetDomain.ts'),
);
