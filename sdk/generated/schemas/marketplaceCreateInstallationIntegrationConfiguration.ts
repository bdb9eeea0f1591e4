// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n210, n211, n212 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0, requestBody: { type: 'object', properties: { items: { type: 'array', maxItems: 50, items: { type: 'object', properties: { id: n210, slug: n210, origin: n211, category: n212, name: n210, description: n210, isArchived: n2, createdAt: n1, updatedAt: n1 }, required: ['id', 'slug', 'origin'], additionalProperties: false } } }, required: ['items'], additionalProperties: false } }, required: ['integrationConfigurationId', 'resourceId'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
