// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n2, n15, n30, n260, n267 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { from: n0, gitForkProtection: n260, limit: n0, search: n0, repo: n0, repoId: n0, repoUrl: n0, excludeRepos: n0, edgeConfigId: n0, edgeConfigTokenId: n0, deprecated: n2, elasticConcurrencyEnabled: n260, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { projects: { type: 'array', items: n267 }, pagination: { oneOf: [n15, n30] } }, required: ['projects', 'pagination'] },
};
