// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n144 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, teamId: n0, slug: n0 }, required: ['deploymentId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { flags: n144, status: { type: ['object', 'null'], properties: { createdAt: n4, deploymentId: n0, flagCount: n4, projectId: n0, responseStatus: n4 }, required: ['createdAt', 'deploymentId', 'flagCount', 'projectId', 'responseStatus'] } }, required: ['flags', 'status'] },
};
