// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReplaceDomainsByDomainRecordsRequest, ReplaceDomainsByDomainRecordsResponseBody } from '../types/client.ts';

/**
 * Replaces all DNS records of a domain, as a whole zone.
 * PUT /domains/{domain}/records
 */
export const replaceDomainsByDomainRecords: Operation<ReplaceDomainsByDomainRecordsRequest, ReplaceDomainsByDomainRecordsResponseBody> = /* @__PURE__ */ operation(
  'PUT /domains/{domain}/records anonymous',
  () => import('../schemas/replaceDomainsByDomainRecords.ts'),
);
