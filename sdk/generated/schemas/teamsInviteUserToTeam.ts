// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n13, n18, n32, n316 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, requestBody: { type: 'object', properties: { email: n32, role: { type: 'string', enum: ['OWNER', 'MEMBER', 'DEVELOPER', 'SECURITY', 'BILLING', 'VIEWER', 'VIEWER_FOR_PLUS', 'CONTRIBUTOR'], default: 'MEMBER' }, projects: { type: 'array', items: { type: 'object', properties: { projectId: { type: 'string', maxLength: 64 }, role: n18 }, required: ['role', 'projectId'], additionalProperties: false } } }, required: ['email'] } }, required: ['teamId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { uid: n0, username: n0, email: n0, role: n13, teamRoles: n316, teamPermissions: n6 }, required: ['uid', 'username', 'email', 'role'] },
};
