// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n10, n12 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, limit: n9, next: n0, search: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { members: { type: 'array', items: { type: 'object', properties: { avatar: n0, createdAt: n0, email: n0, name: n0, teamRole: n10, uid: n0, username: n0 }, required: ['email', 'teamRole', 'uid', 'username'] } }, pagination: n12 }, required: ['members', 'pagination'] },
};
