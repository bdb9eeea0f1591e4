// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n12, n14, n15, n17 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, limit: n12, next: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { projects: { type: 'array', items: { type: 'object', properties: { projectId: n0, role: n17, createdAt: n0, updatedAt: n0, project: { type: 'object', properties: { name: n0, framework: n14, latestDeploymentId: n0 } } }, required: ['projectId', 'role', 'createdAt', 'updatedAt', 'project'] } }, pagination: n15 }, required: ['projects', 'pagination'] },
};
