// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n58, n65 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { id: n0, action: n65, name: n0 }, required: ['id', 'action'] } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { version: n58 }, required: ['version'] },
};
