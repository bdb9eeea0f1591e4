// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n9, n10, n13, n14, n503 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, limit: n9, since: n9, until: n9, search: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { members: { type: 'array', items: { type: 'object', properties: { avatar: n0, computedProjectRole: n14, createdAt: n4, email: n0, name: n0, role: n14, teamRole: n10, uid: n0, username: n0 }, required: ['computedProjectRole', 'createdAt', 'email', 'role', 'teamRole', 'uid', 'username'] } }, pagination: n503 }, required: ['members', 'pagination'] }, n13] },
};
