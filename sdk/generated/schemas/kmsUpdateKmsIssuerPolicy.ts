// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n360, n362, n367 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { issuerId: n0, kind: n360, policyKey: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { environments: n6, tokenClaims: n367 } } }, required: ['issuerId', 'kind', 'policyKey'] };
export const answers: OperationSchemas['answers'] = {
  '200': n362,
};
