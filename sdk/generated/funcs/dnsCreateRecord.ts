// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateRecordRequest, CreateRecordResponseBody } from '../types/dns.ts';

/**
 * Adds a DNS record to a domain.
 * POST /v2/domains/{domain}/records
 */
export const dnsCreateRecord: Operation<CreateRecordRequest, CreateRecordResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/domains/{domain}/records?T body=json',
  () => import('../schemas/dnsCreateRecord.ts'),
);
