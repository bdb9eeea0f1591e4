// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n2, n3, n4, n5, n6 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { accessGroupId: n0, createdAt: n0, entitlements: n2, isDsyncManaged: n3, membersCount: n4, name: n0, projectsCount: n4, teamId: n0, teamPermissions: n5, teamRoles: n6, updatedAt: n0 }, required: ['accessGroupId', 'createdAt', 'isDsyncManaged', 'membersCount', 'name', 'projectsCount', 'teamId', 'updatedAt'] },
};
