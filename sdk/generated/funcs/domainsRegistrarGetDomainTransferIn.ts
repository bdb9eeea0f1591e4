// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainTransferInRequest, GetDomainTransferInResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Tells how far the transfer of a domain from another registrar is.
 * GET /v1/registrar/domains/{domain}/transfer
 */
export const domainsRegistrarGetDomainTransferIn: Operation<GetDomainTransferInRequest, GetDomainTransferInResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/domains/{domain}/transfer?teamId',
  () => import('../schemas/domainsRegistrarGetDomainTransferIn.ts'),
);
