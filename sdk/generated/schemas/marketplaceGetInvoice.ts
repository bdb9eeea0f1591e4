// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, invoiceId: n0 }, required: ['integrationConfigurationId', 'invoiceId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { test: n2, invoiceId: n0, externalId: n0, state: { type: 'string', enum: ['pending', 'scheduled', 'invoiced', 'paid', 'notpaid', 'refund_requested', 'refunded'] }, invoiceNumber: n0, invoiceDate: n0, period: { type: 'object', properties: { start: n0, end: n0 }, required: ['start', 'end'] }, memo: n0, items: { type: 'array', items: { type: 'object', properties: { billingPlanId: n0, resourceId: n0, start: n0, end: n0, name: n0, details: n0, price: n0, quantity: n1, units: n0, total: n0 }, required: ['billingPlanId', 'name', 'price', 'quantity', 'units', 'total'] } }, discounts: { type: 'array', items: { type: 'object', properties: { billingPlanId: n0, resourceId: n0, start: n0, end: n0, name: n0, details: n0, amount: n0 }, required: ['billingPlanId', 'name', 'amount'] } }, total: n0, refundReason: n0, refundTotal: n0, created: n0, updated: n0 }, required: ['invoiceId', 'state', 'invoiceDate', 'period', 'items', 'total', 'created', 'updated'] },
};
