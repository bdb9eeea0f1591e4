// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n6, n270, n294, n295, n307 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, state: n270, withMetadata: n3, limit: n307, cursor: n0, search: n0, kind: n295, tags: n6, slug: n0 }, required: ['teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n294,
};
