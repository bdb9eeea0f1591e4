// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { event: { oneOf: [{ type: 'object', properties: { type: { type: 'string', enum: ['installation.updated'] }, billingPlanId: n0 }, required: ['type'] }, { type: 'object', properties: { type: { type: 'string', enum: ['resource.updated'] }, productId: n0, resourceId: n0 }, required: ['type', 'resourceId'] }] } }, required: ['event'] } }, required: ['integrationConfigurationId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '201': null,
};
