// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n15, n141 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { uid: n0, username: n0, email: n0, role: n15 }, required: ['uid', 'role'] }, { type: 'object', properties: { uid: n0, username: n0, email: n0, role: n15 }, required: ['username', 'role'] }, { type: 'object', properties: { uid: n0, username: n0, email: n0, role: n15 }, required: ['email', 'role'] }] } }, required: ['idOrName', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n141,
};
