// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n7, n45, n88, n141 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { uid: n0, teamId: n0, requestBody: { type: 'object', properties: { confirmed: n88, role: { type: 'string', default: 'MEMBER' }, teamPermissions: { type: 'array', items: { type: 'string', enum: ['ConnectorManager', 'IntegrationManager', 'CreateProject', 'FullProductionDeployment', 'UsageViewer', 'EnvVariableManager', 'EnvironmentManager', 'WorkflowDecryptor', 'OrgAdmin', 'OrgViewer', 'AiGatewaySettings', 'AiGatewayCredits', 'AiGatewayApiKeyOwnedBySelf', 'AiGatewayBudgetManager', 'AiGatewayTranscriptsManager', 'AiGatewayTranscriptsViewer', 'V0Builder', 'V0Chatter', 'V0Viewer'] } }, projects: n7, joinedFrom: { type: 'object', properties: { ssoUserId: n45 } } } } }, required: ['uid', 'teamId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n141,
};
