// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n291 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, flagIdOrSlug: n0, ifMatch: n0, withMetadata: n3, teamId: n0, slug: n0 }, required: ['projectIdOrName', 'flagIdOrSlug'] };
export const answers: OperationSchemas['answers'] = {
  '200': n291,
  '304': null,
};
