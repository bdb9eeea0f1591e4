// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n19, n379 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { externalId: n0, invoiceDate: n19, memo: n0, period: n379, items: { type: 'array', items: { type: 'object', properties: { resourceId: n0, billingPlanId: n0, start: n19, end: n19, name: n0, details: n0, price: n0, quantity: n4, units: n0, total: n0 }, required: ['billingPlanId', 'name', 'price', 'quantity', 'units', 'total'] } }, discounts: { type: 'array', items: { type: 'object', properties: { resourceId: n0, billingPlanId: n0, start: n19, end: n19, name: n0, details: n0, amount: n0 }, required: ['billingPlanId', 'name', 'amount'] } }, final: n3, test: { type: 'object', properties: { validate: n3, result: { type: 'string', enum: ['paid', 'notpaid', 'overdue'] } } } }, required: ['invoiceDate', 'period', 'items'] } }, required: ['integrationConfigurationId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { invoiceId: n0, test: n3, validationErrors: n6 } },
};
