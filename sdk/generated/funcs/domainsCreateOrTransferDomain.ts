// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateOrTransferDomainRequest, CreateOrTransferDomainResponseBody } from '../types/domains.ts';

/**
 * Adds a domain you own, or moves one in from another account or registrar.
 * POST /v7/domains
 */
export const domainsCreateOrTransferDomain: OptionalOperation<CreateOrTransferDomainRequest, CreateOrTransferDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v7/domains?T body=json',
  () => import('../schemas/domainsCreateOrTransferDomain.ts'),
);
