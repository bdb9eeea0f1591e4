// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n6, n7, n8 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { teamPermissions: n6, entitlements: n7, isDsyncManaged: n2, name: n0, createdAt: n0, teamId: n0, updatedAt: n0, accessGroupId: n0, membersCount: n1, projectsCount: n1, teamRoles: n8 }, required: ['isDsyncManaged', 'name', 'createdAt', 'teamId', 'updatedAt', 'accessGroupId', 'membersCount', 'projectsCount'] },
};
