// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveRecordRequest, RemoveRecordResponseBody } from '../types/dns.ts';

/**
 * Deletes a DNS record of a domain.
 * DELETE /v2/domains/{domain}/records/{recordId}
 */
export const dnsRemoveRecord: Operation<RemoveRecordRequest, RemoveRecordResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/domains/{domain}/records/{recordId}?T',
  () => import('../schemas/dnsRemoveRecord.ts'),
);
