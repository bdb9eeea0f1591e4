// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { SearchDomainsRequest, SearchDomainsResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Searches for domain names and tells which are free and what they cost.
 * POST /v1/registrar/domains/search
 */
export const domainsRegistrarSearchDomains: Operation<SearchDomainsRequest, SearchDomainsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/search?teamId body=json anonymous',
  () => import('../schemas/domainsRegistrarSearchDomains.ts'),
);
