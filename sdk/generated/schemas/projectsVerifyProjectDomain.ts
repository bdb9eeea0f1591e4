// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n11, n25 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, domain: n0, teamId: n0, slug: n0 }, required: ['idOrName', 'domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { apexName: n0, createdAt: n4, customEnvironmentId: n11, gitBranch: n11, name: n0, projectId: n0, redirect: n11, redirectStatusCode: n25, updatedAt: n4, verified: n3 }, required: ['apexName', 'name', 'projectId', 'verified'] },
};
