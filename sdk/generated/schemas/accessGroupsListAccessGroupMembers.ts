// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n12, n13, n15 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, limit: n12, next: n0, search: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { members: { type: 'array', items: { type: 'object', properties: { avatar: n0, email: n0, uid: n0, username: n0, name: n0, createdAt: n0, teamRole: n13 }, required: ['email', 'uid', 'username', 'teamRole'] } }, pagination: n15 }, required: ['members', 'pagination'] },
};
