// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n8, n20, n206, n207 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { externalId: n0, invoiceDate: n20, memo: n0, period: n206, items: { type: 'array', items: { type: 'object', properties: { resourceId: n0, billingPlanId: n0, start: n20, end: n20, name: n0, details: n0, price: n207, quantity: n1, units: n0, total: n207 }, required: ['billingPlanId', 'name', 'price', 'quantity', 'units', 'total'], additionalProperties: false } }, discounts: { type: 'array', items: { type: 'object', properties: { resourceId: n0, billingPlanId: n0, start: n20, end: n20, name: n0, details: n0, amount: n207 }, required: ['billingPlanId', 'name', 'amount'], additionalProperties: false } }, test: { type: 'object', properties: { validate: n2, result: { type: 'string', enum: ['paid', 'notpaid'] } }, additionalProperties: false } }, required: ['invoiceDate', 'period', 'items'], additionalProperties: false } }, required: ['integrationConfigurationId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { invoiceId: n0, test: n2, validationErrors: n8 } },
};
