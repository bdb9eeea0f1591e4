// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n14, n68 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, domain: n0, teamId: n0, slug: n0 }, required: ['idOrName', 'domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { name: n0, apexName: n0, projectId: n0, redirect: n14, redirectStatusCode: n68, gitBranch: n14, customEnvironmentId: n14, updatedAt: n1, createdAt: n1, verified: n2 }, required: ['name', 'apexName', 'projectId', 'verified'] },
};
