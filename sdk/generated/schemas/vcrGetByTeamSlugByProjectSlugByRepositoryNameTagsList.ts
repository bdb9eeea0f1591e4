// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n9 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamSlug: n0, projectSlug: n0, repositoryName: n0, n: n9, last: n0 }, required: ['teamSlug', 'projectSlug', 'repositoryName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { name: n0, tags: n6 }, required: ['name', 'tags'] },
};
