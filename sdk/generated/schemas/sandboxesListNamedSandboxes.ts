// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n12, n178, n304, n549, n550 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { project: n0, limit: n304, sortBy: { type: 'string', enum: ['createdAt', 'name', 'statusUpdatedAt', 'currentSnapshotId'], default: 'createdAt' }, namePrefix: n0, cursor: n0, sortOrder: n549, status: { type: 'string', enum: ['running', 'stopping', 'stopped'] }, tags: n178, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { pagination: n12, sandboxes: { type: 'array', items: n550 } }, required: ['pagination', 'sandboxes'] },
};
