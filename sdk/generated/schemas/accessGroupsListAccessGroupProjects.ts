// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n11, n12, n14 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, limit: n9, next: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { pagination: n12, projects: { type: 'array', items: { type: 'object', properties: { createdAt: n0, project: { type: 'object', properties: { framework: n11, latestDeploymentId: n0, name: n0 } }, projectId: n0, role: n14, updatedAt: n0 }, required: ['createdAt', 'project', 'projectId', 'role', 'updatedAt'] } } }, required: ['pagination', 'projects'] },
};
