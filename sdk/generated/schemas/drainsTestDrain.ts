// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n13, n226, n232 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { schemas: n226, delivery: n232 }, required: ['schemas', 'delivery'] } } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { endpoint: n0, error: n0, status: n0 }, required: ['endpoint', 'error', 'status'] }, n13] },
};
