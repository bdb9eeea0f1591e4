// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, invoiceId: n0 }, required: ['integrationConfigurationId', 'invoiceId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { created: n0, discounts: { type: 'array', items: { type: 'object', properties: { amount: n0, billingPlanId: n0, details: n0, end: n0, name: n0, resourceId: n0, start: n0 }, required: ['amount', 'billingPlanId', 'name'] } }, externalId: n0, invoiceDate: n0, invoiceId: n0, invoiceNumber: n0, items: { type: 'array', items: { type: 'object', properties: { billingPlanId: n0, details: n0, end: n0, name: n0, price: n0, quantity: n4, resourceId: n0, start: n0, total: n0, units: n0 }, required: ['billingPlanId', 'name', 'price', 'quantity', 'total', 'units'] } }, memo: n0, paidAt: n0, period: { type: 'object', properties: { end: n0, start: n0 }, required: ['end', 'start'] }, refundedAt: n0, refundReason: n0, refundTotal: n0, state: { type: 'string', enum: ['draft', 'invoiced', 'notpaid', 'overdue', 'paid', 'pending', 'refund_requested', 'refunded', 'scheduled'] }, test: n3, total: n0, updated: n0 }, required: ['created', 'invoiceDate', 'invoiceId', 'items', 'period', 'state', 'total', 'updated'] },
};
