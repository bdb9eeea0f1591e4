// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n10, n40, n149, n150, n151 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, environmentSlugOrId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { slug: n149, description: n10, branchMatcher: { type: ['object', 'null'], properties: { type: n150, pattern: n40 }, required: ['type', 'pattern'] } } } }, required: ['idOrName', 'environmentSlugOrId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n151,
};
