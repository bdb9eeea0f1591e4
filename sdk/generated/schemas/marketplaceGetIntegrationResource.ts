// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n329, n332, n357, n358 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0 }, required: ['integrationConfigurationId', 'resourceId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { billingPlanId: n0, id: n0, internalId: n0, metadata: n357, name: n0, notification: n332, productId: n0, protocolSettings: { type: 'object', properties: { authentication: n358, experimentation: { type: 'object', properties: { edgeConfigId: n0, globalConfigId: n0 } } } }, status: n329 }, required: ['id', 'internalId', 'name', 'productId'] },
};
