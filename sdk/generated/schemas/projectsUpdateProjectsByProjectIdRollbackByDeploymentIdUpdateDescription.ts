// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, deploymentId: n0, requestBody: { type: 'object', properties: { description: n0 } } }, required: ['projectId', 'deploymentId'] };
export const answers: OperationSchemas['answers'] = {
  '200': null,
};
