// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { BuySingleDomainRequest, BuySingleDomainResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Buy single domain (POST /registrar/domains/{domain}/buy).
 * POST /v1/registrar/domains/{domain}/buy
 */
export const domainsRegistrarBuySingleDomain: Operation<BuySingleDomainRequest, BuySingleDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/{domain}/buy?teamId body=json',
  () => import('../schemas/domainsRegistrarBuySingleDomain.ts'),
);
