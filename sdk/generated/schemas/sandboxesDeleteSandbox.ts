// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n252, n550 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { name: n0, projectId: n0, deleteOrphanSnapshots: n252, teamId: n0, slug: n0 }, required: ['name'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { sandbox: n550 }, required: ['sandbox'] },
};
