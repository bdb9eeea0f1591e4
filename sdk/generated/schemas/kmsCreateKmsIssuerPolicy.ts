// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n32, n360, n362 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { issuerId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { kind: n360, projectId: n0, environments: n6, tokenClaims: n32 }, required: ['kind', 'projectId', 'environments'] } }, required: ['issuerId'] };
export const answers: OperationSchemas['answers'] = {
  '201': n362,
};
