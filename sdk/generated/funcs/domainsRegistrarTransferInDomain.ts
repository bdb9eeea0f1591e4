// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { TransferInDomainRequest, TransferInDomainResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Moves a domain here from another registrar with its authorisation code; this spends money.
 * POST /v1/registrar/domains/{domain}/transfer
 */
export const domainsRegistrarTransferInDomain: Operation<TransferInDomainRequest, TransferInDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/{domain}/transfer?teamId body=json',
  () => import('../schemas/domainsRegistrarTransferInDomain.ts'),
);
