// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainProjectDomainsRequest, GetDomainProjectDomainsResponseBody } from '../types/domains.ts';

/**
 * Lists the projects that use a domain or one of its subdomains, page by page.
 * GET /v1/domains/{domain}/project-domains
 */
export const domainsGetDomainProjectDomains: Operation<GetDomainProjectDomainsRequest, GetDomainProjectDomainsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/domains/{domain}/project-domains?limit&since&until&T',
  () => import('../schemas/domainsGetDomainProjectDomains.ts'),
);
