// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n7, n8 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, projects: n7, membersToAdd: n6, membersToRemove: n6 } } }, required: ['idOrName', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n8,
};
