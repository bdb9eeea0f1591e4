// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n292 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0, itemId: n0, requestBody: { type: 'object', properties: { slug: n0, origin: n0, name: n0, category: n292, description: n0, isArchived: n3, createdAt: n4, updatedAt: n4 }, required: ['slug', 'origin'] } }, required: ['integrationConfigurationId', 'resourceId', 'itemId'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
