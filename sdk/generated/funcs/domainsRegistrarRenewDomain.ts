// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RenewDomainRequest, RenewDomainResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Renews a domain before it expires, at the stated price; this spends money.
 * POST /v1/registrar/domains/{domain}/renew
 */
export const domainsRegistrarRenewDomain: Operation<RenewDomainRequest, RenewDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/{domain}/renew?teamId body=json',
  () => import('../schemas/domainsRegistrarRenewDomain.ts'),
);
