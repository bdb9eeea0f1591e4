// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainProjectDomainsRequest, GetDomainProjectDomainsResponseBody } from '../types/domains.ts';

/**
 * Get domain project domains (GET /domains/{domain}/project-domains).
 * GET /v1/domains/{domain}/project-domains
 */
export const domainsGetDomainProjectDomains: Operation<GetDomainProjectDomainsRequest, GetDomainProjectDomainsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/domains/{domain}/project-domains?limit&since&until&T',
  () => import('../schemas/domainsGetDomainProjectDomains.ts'),
);
