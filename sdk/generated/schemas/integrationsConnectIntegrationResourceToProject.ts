// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n258 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { projectId: n0, envVarEnvironments: { type: 'array', items: { oneOf: [n258, n0] } }, makeEnvVarsSensitive: n3 }, required: ['projectId'] } }, required: ['integrationConfigurationId', 'resourceId'] };
export const answers: OperationSchemas['answers'] = {
  '201': null,
};
