// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n9, n12, n13 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, search: n0, membersLimit: n9, projectsLimit: n9, limit: n9, next: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { accessGroups: { type: 'array', items: { type: 'object', properties: { accessGroupId: n0, createdAt: n0, entitlements: n6, isDsyncManaged: n3, members: n6, membersCount: n4, name: n0, projects: n6, projectsCount: n4, teamId: n0, teamPermissions: n6, teamRoles: n6, updatedAt: n0 }, required: ['accessGroupId', 'createdAt', 'isDsyncManaged', 'membersCount', 'name', 'projectsCount', 'teamId', 'updatedAt'] } }, pagination: n12 }, required: ['accessGroups', 'pagination'] }, n13] },
};
