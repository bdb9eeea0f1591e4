// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainAvailabilityRequest, GetDomainAvailabilityResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Tells whether a domain name is free and can be bought.
 * GET /v1/registrar/domains/{domain}/availability
 */
export const domainsRegistrarGetDomainAvailability: Operation<GetDomainAvailabilityRequest, GetDomainAvailabilityResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/domains/{domain}/availability?teamId anonymous',
  () => import('../schemas/domainsRegistrarGetDomainAvailability.ts'),
);
