// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateDomainNameserversRequest, UpdateDomainNameserversResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Changes the name servers that a domain is delegated to.
 * PATCH /v1/registrar/domains/{domain}/nameservers
 */
export const domainsRegistrarUpdateDomainNameservers: Operation<UpdateDomainNameserversRequest, UpdateDomainNameserversResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/registrar/domains/{domain}/nameservers?teamId body=json',
  () => import('../schemas/domainsRegistrarUpdateDomainNameservers.ts'),
);
