// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n7, n8, n9, n11 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n9, projects: n11, membersToAdd: n8, membersToRemove: n8 }, additionalProperties: false } }, required: ['idOrName', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { entitlements: n7, name: n0, createdAt: n0, teamId: n0, updatedAt: n0, accessGroupId: n0, membersCount: n1, projectsCount: n1, teamRoles: n8, teamPermissions: n8 }, required: ['entitlements', 'name', 'createdAt', 'teamId', 'updatedAt', 'accessGroupId', 'membersCount', 'projectsCount'] },
};
