// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CheckDomainStatusRequest, CheckDomainStatusResponseBody } from '../types/domains.ts';

/**
 * Tells whether a domain name can still be bought.
 * GET /v4/domains/status
 * @deprecated No longer in the description of the API.
 */
export const domainsCheckDomainStatus: Operation<CheckDomainStatusRequest, CheckDomainStatusResponseBody> = /* @__PURE__ */ operation(
  'GET /v4/domains/status?name&T',
  () => import('../schemas/domainsCheckDomainStatus.ts'),
);
