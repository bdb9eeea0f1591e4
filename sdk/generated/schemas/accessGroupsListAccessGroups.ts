// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n8, n12, n15, n16 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, search: n0, membersLimit: n12, projectsLimit: n12, limit: n12, next: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n16, { type: 'object', properties: { accessGroups: { type: 'array', items: { type: 'object', properties: { members: n8, projects: n8, entitlements: n8, teamPermissions: n8, isDsyncManaged: n2, name: n0, createdAt: n0, teamId: n0, updatedAt: n0, accessGroupId: n0, membersCount: n1, projectsCount: n1, teamRoles: n8 }, required: ['isDsyncManaged', 'name', 'createdAt', 'teamId', 'updatedAt', 'accessGroupId', 'membersCount', 'projectsCount'] } }, pagination: n15 }, required: ['accessGroups', 'pagination'] }] },
};
