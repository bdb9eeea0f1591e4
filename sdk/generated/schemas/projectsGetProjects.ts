// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n133, n195, n512, n513, n517, n519 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { from: n0, gitForkProtection: n512, limit: n0, search: n0, repo: n0, repoId: n0, repoUrl: n0, excludeRepos: n0, edgeConfigId: n0, edgeConfigTokenId: n0, deprecated: n3, elasticConcurrencyEnabled: n512, staticIpsEnabled: n195, buildMachineTypes: n0, buildQueueConfiguration: n133, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { pagination: n513, projects: n517 }, required: ['pagination', 'projects'] }, { type: 'object', properties: { pagination: n513, projects: { type: 'array', items: n519 } }, required: ['pagination', 'projects'] }, n517] },
};
