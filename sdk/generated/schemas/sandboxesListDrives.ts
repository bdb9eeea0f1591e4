// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n12, n304, n549, n551 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, limit: n304, cursor: n0, sortBy: { type: 'string', enum: ['createdAt', 'updatedAt', 'name'], default: 'createdAt' }, namePrefix: n0, sortOrder: n549, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { drives: { type: 'array', items: n551 }, pagination: n12 }, required: ['drives', 'pagination'] },
};
