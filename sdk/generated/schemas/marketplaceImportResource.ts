// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n2, n34, n153, n161, n190, n201, n203, n204, n205 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, resourceId: n0, requestBody: { type: 'object', properties: { ownership: n190, productId: n0, name: n0, status: n201, metadata: n34, billingPlan: { type: 'object', properties: { id: n0, type: n153, name: n0, description: n0, paymentMethodRequired: n2, cost: n0, details: n203, highlightedDetails: n203, effectiveDate: n0 }, required: ['id', 'type', 'name'], additionalProperties: true }, notification: { type: 'object', properties: { level: n161, title: n0, message: n0, href: { type: 'string', format: 'uri' } }, required: ['level', 'title'] }, extras: n34, secrets: n204 }, required: ['productId', 'name', 'status'], additionalProperties: false } }, required: ['integrationConfigurationId', 'resourceId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n205,
};
