// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainsRecordsByRecordIdRequest, GetDomainsRecordsByRecordIdResponseBody } from '../types/client.ts';

/**
 * Reads one DNS record by its id.
 * GET /domains/records/{recordId}
 */
export const getDomainsRecordsByRecordId: Operation<GetDomainsRecordsByRecordIdRequest, GetDomainsRecordsByRecordIdResponseBody> = /* @__PURE__ */ operation(
  'GET /domains/records/{recordId} anonymous',
  () => import('../schemas/getDomainsRecordsByRecordId.ts'),
);
