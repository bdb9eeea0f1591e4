// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n35, n36 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { hash: n0, teamId: n0, slug: n0, 'Content-Length': n1, 'x-artifact-duration': n1, 'x-artifact-client-ci': n0, 'x-artifact-client-interactive': n35, 'x-artifact-tag': n0, requestBody: { format: 'binary' } }, required: ['hash', 'Content-Length', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '202': n36,
};
