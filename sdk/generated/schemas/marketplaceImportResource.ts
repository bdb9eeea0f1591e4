// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n32, n162, n372, n373, n374, n376, n377 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0, requestBody: { type: 'object', properties: { ownership: n376, productId: n0, name: n0, status: n372, metadata: n32, billingPlan: n373, notification: n374, extras: n32, secrets: n377 }, required: ['productId', 'name', 'status'] } }, required: ['integrationConfigurationId', 'resourceId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n162,
};
