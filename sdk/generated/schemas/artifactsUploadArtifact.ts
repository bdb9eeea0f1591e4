// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n9, n38 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { hash: n0, teamId: n0, slug: n0, 'Content-Length': n4, 'x-artifact-duration': n4, 'x-artifact-client-ci': n0, 'x-artifact-client-interactive': n9, 'x-artifact-tag': n0, 'x-artifact-sha': n0, 'x-artifact-dirty-hash': n0, requestBody: { format: 'binary' } }, required: ['hash', 'Content-Length', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '202': n38,
};
