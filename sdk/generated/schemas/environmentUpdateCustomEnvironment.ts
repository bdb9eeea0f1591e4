// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n140, n268 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, environmentSlugOrId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { slug: n0, description: n0, branchMatcher: { type: ['object', 'null'], properties: { type: n268, pattern: n0 }, required: ['type', 'pattern'] } } } }, required: ['idOrName', 'environmentSlugOrId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n140,
};
