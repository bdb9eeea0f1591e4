// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainTransferRequest, GetDomainTransferResponseBody } from '../types/domains.ts';

/**
 * Tells whether a domain can be transferred in, and how far a running transfer is.
 * GET /v1/domains/{domain}/registry
 * @deprecated No longer in the description of the API.
 */
export const domainsGetDomainTransfer: Operation<GetDomainTransferRequest, GetDomainTransferResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/domains/{domain}/registry?T',
  () => import('../schemas/domainsGetDomainTransfer.ts'),
);
