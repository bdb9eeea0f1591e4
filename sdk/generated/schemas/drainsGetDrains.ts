// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n252, n253 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, includeMetadata: n252, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': n253,
};
