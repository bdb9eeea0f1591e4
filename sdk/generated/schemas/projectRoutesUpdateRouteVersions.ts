// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n65, n510 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { id: n0, action: n65 }, required: ['id', 'action'] } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n510,
};
