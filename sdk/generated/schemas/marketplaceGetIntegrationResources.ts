// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n329, n332, n357, n359 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0 }, required: ['integrationConfigurationId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { resources: { type: 'array', items: { type: 'object', properties: { billingPlanId: n0, internalId: n0, metadata: n357, name: n0, notification: n332, partnerId: n0, productId: n0, protocolSettings: n359, status: n329 }, required: ['internalId', 'name', 'partnerId', 'productId'] } } }, required: ['resources'] },
};
