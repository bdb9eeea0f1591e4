// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n726 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, projectId: n0, limit: n9, cursor: n0, teamId: n0, slug: n0 }, required: ['idOrName', 'projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { nextCursor: n0, permissions: { type: 'array', items: n726 } }, required: ['permissions'] },
};
