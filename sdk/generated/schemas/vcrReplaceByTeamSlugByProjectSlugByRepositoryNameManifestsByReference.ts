// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n45 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamSlug: n0, projectSlug: n0, repositoryName: n0, reference: n0 }, required: ['teamSlug', 'projectSlug', 'repositoryName', 'reference'] };
export const answers: OperationSchemas['answers'] = {
  '201': n45,
};
