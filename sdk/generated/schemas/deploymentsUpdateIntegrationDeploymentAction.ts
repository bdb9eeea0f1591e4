// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n125 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, integrationConfigurationId: n0, resourceId: n0, action: n0, requestBody: { type: 'object', properties: { status: { type: 'string', enum: ['running', 'succeeded', 'failed'] }, statusText: n0, statusUrl: n0, outcomes: { type: 'array', items: { type: 'object', properties: { kind: n0, secrets: n125 }, required: ['kind', 'secrets'] } } } } }, required: ['deploymentId', 'integrationConfigurationId', 'resourceId', 'action'] };
export const answers: OperationSchemas['answers'] = {
  '202': null,
};
