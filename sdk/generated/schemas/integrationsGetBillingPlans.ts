// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n325 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationIdOrSlug: n0, productIdOrSlug: n0, integrationConfigurationId: n0, metadata: n0, source: { type: 'string', enum: ['marketplace', 'deploy-button', 'external', 'v0', 'resource-claims', 'cli', 'oauth', 'backoffice', 'import-recommended-integrations', 'organization'] }, teamId: n0, slug: n0 }, required: ['integrationIdOrSlug', 'productIdOrSlug'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { plans: { type: 'array', items: n325 } }, required: ['plans'] },
};
