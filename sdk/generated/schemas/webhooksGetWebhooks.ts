// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6, n368, n733, n734 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'array', items: { type: 'object', properties: { alertRuleIds: n6, createdAt: n4, events: n733, id: n0, ownerId: n0, projectIds: n6, projectsMetadata: n368, updatedAt: n4, url: n0 }, required: ['createdAt', 'events', 'id', 'ownerId', 'projectsMetadata', 'updatedAt', 'url'] } }, { type: 'array', items: n734 }] },
};
