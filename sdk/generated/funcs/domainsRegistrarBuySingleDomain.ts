// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { BuySingleDomainRequest, BuySingleDomainResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Buys one domain at the stated price; this spends money.
 * POST /v1/registrar/domains/{domain}/buy
 */
export const domainsRegistrarBuySingleDomain: Operation<BuySingleDomainRequest, BuySingleDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/{domain}/buy?teamId body=json',
  () => import('../schemas/domainsRegistrarBuySingleDomain.ts'),
);
