// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n252, n310 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, segmentIdOrSlug: n0, withMetadata: n252, teamId: n0, slug: n0 }, required: ['projectIdOrName', 'segmentIdOrSlug'] };
export const answers: OperationSchemas['answers'] = {
  '200': n310,
};
