// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n498 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { groupName: n0, defaultApp: n498, otherApplications: { type: 'array', items: n498 } }, required: ['groupName', 'defaultApp', 'otherApplications'] } } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { newMicrofrontendsGroup: { type: 'object', properties: { createdAt: n4, enablePolyrepoBranchRouting: n3, fallbackEnvironment: n0, id: n0, name: n0, slug: n0, updatedAt: n4 }, required: ['createdAt', 'enablePolyrepoBranchRouting', 'fallbackEnvironment', 'id', 'name', 'slug', 'updatedAt'] } }, required: ['newMicrofrontendsGroup'] },
};
