// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n292 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0, requestBody: { type: 'object', properties: { items: { type: 'array', items: { type: 'object', properties: { id: n0, slug: n0, origin: n0, category: n292, name: n0, description: n0, isArchived: n3, createdAt: n4, updatedAt: n4 }, required: ['id', 'slug', 'origin'] } } }, required: ['items'] } }, required: ['integrationConfigurationId', 'resourceId'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
