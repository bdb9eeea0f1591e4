// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n13, n365 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { issuerId: n0, requestBody: { type: 'object', properties: { claims: n13, headers: n13, ttl: { type: ['number', 'null'], default: 300 } } } }, required: ['issuerId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n365,
};
