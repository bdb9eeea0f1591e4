// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n13, n99, n306, n307 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, limit: n307, cursor: n0, slug: n0 }, required: ['teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { data: { type: 'array', items: n306 }, pagination: n99 }, required: ['data', 'pagination'] }, n13] },
};
