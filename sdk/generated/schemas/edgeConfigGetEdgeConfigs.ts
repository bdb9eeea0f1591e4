// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n16, n136, n137 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'array', items: { properties: { id: n0, createdAt: n1, ownerId: n0, slug: n0, updatedAt: n1, digest: n0, transfer: n136, schema: n16, purpose: n137, sizeInBytes: n1, itemCount: n1 }, required: ['sizeInBytes', 'itemCount'] } },
};
