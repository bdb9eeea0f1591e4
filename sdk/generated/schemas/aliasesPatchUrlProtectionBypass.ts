// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n31, n32, n33, n34 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { id: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { ttl: { type: 'number', maximum: 63072000 }, revoke: n31 }, additionalProperties: false }, { type: 'object', properties: { scope: { type: 'object', properties: { userId: n0, email: n32, access: { enum: ['denied', 'granted'] } }, allOf: [{ anyOf: [{ required: ['userId'] }, n33] }, { required: ['access'] }] } }, required: ['scope'], additionalProperties: false }, { type: 'object', properties: { override: { type: 'object', properties: { scope: { enum: ['alias-protection-override'] }, action: { enum: ['create', 'revoke'] } }, required: ['scope', 'action'] } }, required: ['override'], additionalProperties: false }] } }, required: ['id'] };
export const answers: OperationSchemas['answers'] = {
  '200': n34,
};
