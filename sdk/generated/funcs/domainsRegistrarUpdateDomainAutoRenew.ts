// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateDomainAutoRenewRequest, UpdateDomainAutoRenewResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Switches on or off that a domain renews itself before it expires.
 * PATCH /v1/registrar/domains/{domain}/auto-renew
 */
export const domainsRegistrarUpdateDomainAutoRenew: Operation<UpdateDomainAutoRenewRequest, UpdateDomainAutoRenewResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/registrar/domains/{domain}/auto-renew?teamId body=json',
  () => import('../schemas/domainsRegistrarUpdateDomainAutoRenew.ts'),
);
