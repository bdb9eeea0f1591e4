// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n363 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { issuerId: n0, keyId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { revokePreviousAfterHours: n4 } } }, required: ['issuerId', 'keyId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n363,
};
