// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n38 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, expiresAt: n1 }, required: ['name'], additionalProperties: false } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { token: n38, bearerToken: n0 }, required: ['token', 'bearerToken'] },
};
