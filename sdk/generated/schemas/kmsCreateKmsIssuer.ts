// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n32, n360, n361, n364 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, algorithm: { type: 'string', enum: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'], default: 'RS512' }, claimsSchema: n32, policy: { oneOf: [{ type: 'object', properties: { kind: n360, teamId: n0, projectId: n0, environments: n6, tokenClaims: n32 }, required: ['kind', 'teamId', 'projectId', 'environments'] }, { type: 'object', properties: { kind: n361, clientId: n0, tokenClaims: n32 }, required: ['kind', 'clientId'] }] }, importKey: n0, importKeyId: n0 }, required: ['name'] } } };
export const answers: OperationSchemas['answers'] = {
  '201': n364,
};
