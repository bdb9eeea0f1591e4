// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6, n13, n61 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { metric: n0, scope: n13, aggregation: n0, groupBy: n6, filter: n0, limit: n4, orderBy: n0, orderDirection: n61, granularity: n13, startTime: n0, endTime: n0, bucketTimezone: n0 }, required: ['metric', 'scope'], additionalProperties: true };
export const answers: OperationSchemas['answers'] = {
  '200': n13,
};
