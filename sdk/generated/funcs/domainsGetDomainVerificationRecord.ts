// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainVerificationRecordRequest, GetDomainVerificationRecordResponseBody } from '../types/domains.ts';

/**
 * Gives the TXT record that proves the ownership of a domain.
 * GET /v9/domains/{domain}/verification
 */
export const domainsGetDomainVerificationRecord: Operation<GetDomainVerificationRecordRequest, GetDomainVerificationRecordResponseBody> = /* @__PURE__ */ operation(
  'GET /v9/domains/{domain}/verification?T',
  () => import('../schemas/domainsGetDomainVerificationRecord.ts'),
);
