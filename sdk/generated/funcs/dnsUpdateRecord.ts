// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateRecordRequest, UpdateRecordResponseBody } from '../types/dns.ts';

/**
 * Changes a DNS record.
 * PATCH /v1/domains/records/{recordId}
 */
export const dnsUpdateRecord: Operation<UpdateRecordRequest, UpdateRecordResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/domains/records/{recordId}?T body=json',
  () => import('../schemas/dnsUpdateRecord.ts'),
);
