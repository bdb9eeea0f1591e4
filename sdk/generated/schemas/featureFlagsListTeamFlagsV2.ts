// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n6, n270, n271, n293, n295 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, state: n270, limit: n271, cursor: n0, search: n0, kind: n295, tags: n6, createdBy: n0, maintainerIds: n6, includeMarketplaceFlags: n3, slug: n0 }, required: ['teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n293,
};
