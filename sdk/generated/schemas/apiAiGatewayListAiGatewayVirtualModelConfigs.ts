// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n36 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { ownerId: n0, limit: n9, cursor: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': n36,
};
