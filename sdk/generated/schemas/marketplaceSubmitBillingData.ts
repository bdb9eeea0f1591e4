// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n19, n379, n380 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { timestamp: n19, eod: n19, period: n379, billing: { oneOf: [{ type: 'object', properties: { items: n380, discounts: { type: 'array', items: { type: 'object', properties: { billingPlanId: n0, resourceId: n0, start: n19, end: n19, name: n0, details: n0, amount: n0 }, required: ['billingPlanId', 'name', 'amount'] } } }, required: ['items'] }, n380] }, usage: { type: 'array', items: { type: 'object', properties: { resourceId: n0, name: n0, type: { type: 'string', enum: ['total', 'interval', 'rate'] }, units: n0, dayValue: n4, periodValue: n4, planValue: n4 }, required: ['name', 'type', 'units', 'dayValue', 'periodValue'] } } }, required: ['timestamp', 'eod', 'period', 'billing', 'usage'] } }, required: ['integrationConfigurationId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '201': null,
};
