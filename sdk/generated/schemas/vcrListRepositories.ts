// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n721 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, limit: n9, cursor: n0, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { nextCursor: n0, repositories: { type: 'array', items: n721 } }, required: ['repositories'] },
};
