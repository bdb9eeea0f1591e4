// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n11, n71, n142 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { uid: n0, teamId: n0, requestBody: { type: 'object', properties: { confirmed: { type: 'boolean', enum: [true] }, role: { type: 'string', default: 'MEMBER' }, projects: n11, joinedFrom: { type: 'object', properties: { ssoUserId: n142 }, additionalProperties: false } } } }, required: ['uid', 'teamId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n71,
};
