// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetDomainsRequest, GetDomainsResponseBody } from '../types/domains.ts';

/**
 * Lists the domains of the account or team, page by page.
 * GET /v5/domains
 */
export const domainsGetDomains: OptionalOperation<GetDomainsRequest, GetDomainsResponseBody> & Paged<'until', 'domains'> = /* @__PURE__ */ operation(
  'GET /v5/domains?limit&since&until&T',
  () => import('../schemas/domainsGetDomains.ts'),
  ['until', 'domains'],
);
