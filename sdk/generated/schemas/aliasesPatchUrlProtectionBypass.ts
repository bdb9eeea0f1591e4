// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n21, n30, n31, n32 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { id: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { scope: { oneOf: [{ type: 'object', properties: { userId: n0, email: n0, access: n30 }, required: ['userId', 'access'] }, { type: 'object', properties: { userId: n0, email: n0, access: n30 }, required: ['email', 'access'] }] } }, required: ['scope'] }, { type: 'object', properties: { override: { type: 'object', properties: { scope: n21, action: { type: 'string', enum: ['create', 'revoke'] } }, required: ['scope', 'action'] } }, required: ['override'] }, { type: 'object', properties: { ttl: n4, revoke: n31 } }] } }, required: ['id'] };
export const answers: OperationSchemas['answers'] = {
  '200': n32,
};
