// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n12, n13, n16, n17, n111, n213 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, limit: n12, since: n111, until: n111, search: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n16, { type: 'object', properties: { members: { type: 'array', items: { type: 'object', properties: { avatar: n0, email: n0, role: n17, computedProjectRole: n17, uid: n0, username: n0, name: n0, createdAt: n1, teamRole: n13 }, required: ['email', 'role', 'computedProjectRole', 'uid', 'username', 'createdAt', 'teamRole'] } }, pagination: n213 }, required: ['members', 'pagination'] }] },
};
