// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetRecordsRequest, GetRecordsResponseBody } from '../types/dns.ts';

/**
 * Lists the DNS records of a domain, page by page.
 * GET /v5/domains/{domain}/records
 */
export const dnsGetRecords: Operation<GetRecordsRequest, GetRecordsResponseBody> & Paged<'until', 'records'> = /* @__PURE__ */ operation(
  'GET /v5/domains/{domain}/records?limit&since&until&T',
  () => import('../schemas/dnsGetRecords.ts'),
  ['until', 'records'],
);
