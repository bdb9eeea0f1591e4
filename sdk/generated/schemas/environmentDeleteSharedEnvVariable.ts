// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n265, n267 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: n267 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { deleted: n6, failed: n265 }, required: ['deleted', 'failed'] },
};
