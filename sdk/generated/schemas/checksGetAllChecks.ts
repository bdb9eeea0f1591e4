// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n67, n70, n71 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, teamId: n0, slug: n0 }, required: ['deploymentId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { checks: { type: 'array', items: { type: 'object', properties: { blocking: n3, completedAt: n4, conclusion: n67, createdAt: n4, detailsUrl: n0, id: n0, integrationId: n0, name: n0, output: n70, path: n0, rerequestable: n3, startedAt: n4, status: n71, updatedAt: n4 }, required: ['blocking', 'createdAt', 'id', 'integrationId', 'name', 'rerequestable', 'status', 'updatedAt'] } } }, required: ['checks'] },
};
