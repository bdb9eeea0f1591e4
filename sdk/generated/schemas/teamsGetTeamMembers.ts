// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n5, n6, n10, n14, n88, n503, n598, n599, n600, n602 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, limit: n4, since: n4, until: n4, search: n0, role: n598, excludeProject: n0, eligibleMembersForProjectId: n0, slug: n0 }, required: ['teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { emailInviteCodes: { type: 'array', items: { type: 'object', properties: { accessGroups: n6, createdAt: n4, email: n0, entitlements: n6, expired: n88, id: n0, isDSyncUser: n3, projects: { type: 'object', additionalProperties: n14 }, role: n10, teamPermissions: n5, teamRoles: n599 }, required: ['id', 'isDSyncUser'] } }, members: { type: 'array', items: { type: 'object', properties: { accessRequestedAt: n4, avatar: n0, bitbucket: n600, confirmed: n3, createdAt: n4, email: n0, github: n600, gitlab: n600, isEnterpriseManaged: n3, joinedFrom: n602, name: n0, projects: { type: 'array', items: { type: 'object', properties: { id: n0, name: n0, role: n14 }, required: ['id', 'name'] } }, role: n10, uid: n0, username: n0 }, required: ['confirmed', 'createdAt', 'email', 'role', 'uid', 'username'] } }, pagination: n503 }, required: ['members', 'pagination'] },
};
