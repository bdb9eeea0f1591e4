// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n8, n55, n367, n368 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'array', items: { type: 'object', properties: { projectsMetadata: { type: ['array', 'null'], items: { type: 'object', properties: { id: n0, name: n0, framework: n55, latestDeployment: n0 }, required: ['id', 'name'] } }, events: n367, id: n0, url: n0, ownerId: n0, createdAt: n1, updatedAt: n1, projectIds: n8 }, required: ['projectsMetadata', 'events', 'id', 'url', 'ownerId', 'createdAt', 'updatedAt'] } }, { type: 'array', items: n368 }] },
};
