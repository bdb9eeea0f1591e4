// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n5, n10, n599 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'array', items: { type: 'object', properties: { email: n0, role: { type: 'string', enum: ['OWNER', 'MEMBER', 'DEVELOPER', 'SECURITY', 'BILLING', 'VIEWER', 'VIEWER_FOR_PLUS', 'CONTRIBUTOR'], default: 'VIEWER' }, projects: { type: 'array', items: { type: 'object', properties: { projectId: n0, role: { type: 'string', enum: ['ADMIN', 'PROJECT_VIEWER', 'PROJECT_DEVELOPER', 'PROJECT_GUEST'] } }, required: ['projectId', 'role'] } } }, required: ['email'] } } }, required: ['teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { email: n0, role: n10, teamPermissions: n5, teamRoles: n599, uid: n0, username: n0 }, required: ['email', 'role', 'uid', 'username'] },
};
