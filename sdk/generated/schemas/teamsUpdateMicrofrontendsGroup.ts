// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { groupId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, fallbackEnvironment: n0, enablePolyrepoBranchRouting: n3 } } }, required: ['groupId', 'teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { updatedMicrofrontendsGroup: { type: 'object', properties: { enablePolyrepoBranchRouting: n3, fallbackEnvironment: n0, id: n0, name: n0, slug: n0 }, required: ['id'] } }, required: ['updatedMicrofrontendsGroup'] },
};
