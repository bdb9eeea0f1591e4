// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainConfigRequest, GetDomainConfigResponseBody } from '../types/domains.ts';

/**
 * Reads how a domain's DNS is set up and what it should be.
 * GET /v6/domains/{domain}/config
 */
export const domainsGetDomainConfig: Operation<GetDomainConfigRequest, GetDomainConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v6/domains/{domain}/config?projectIdOrName&strict&T',
  () => import('../schemas/domainsGetDomainConfig.ts'),
);
