// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { hash: n0, teamId: n0, slug: n0, 'x-artifact-client-ci': n0, 'x-artifact-client-interactive': n9 }, required: ['hash'] };
export const answers: OperationSchemas['answers'] = {
  '200': null,
};
