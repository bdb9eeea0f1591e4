// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n39 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { issuerId: n0, requestBody: n39 }, required: ['issuerId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { algorithm: n0, keyId: n0, signature: n0 }, required: ['algorithm', 'keyId', 'signature'] },
};
