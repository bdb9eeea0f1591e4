// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n42, n43, n45 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, teamId: n0, slug: n0 }, required: ['deploymentId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { checks: { type: 'array', items: { type: 'object', properties: { completedAt: n1, conclusion: n43, createdAt: n1, detailsUrl: n0, id: n0, integrationId: n0, name: n0, output: n45, path: n0, rerequestable: n2, blocking: n2, startedAt: n1, status: n42, updatedAt: n1 }, required: ['createdAt', 'id', 'integrationId', 'name', 'rerequestable', 'blocking', 'status', 'updatedAt'] } } }, required: ['checks'] },
};
