// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n188, n193, n201, n202 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0 }, required: ['integrationConfigurationId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { resources: { type: 'array', items: { type: 'object', properties: { partnerId: n0, internalId: n0, name: n0, status: n201, productId: n0, protocolSettings: n193, notification: n202, billingPlanId: n0, metadata: n188 }, required: ['partnerId', 'internalId', 'name', 'productId'] } } }, required: ['resources'] },
};
