// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n3, n139 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0, requestBody: { type: 'object', properties: { data: n139 }, required: ['data'], additionalProperties: false } }, required: ['integrationConfigurationId', 'resourceId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { items: n3, updatedAt: n1, digest: n0 }, required: ['items', 'updatedAt', 'digest'] },
};
