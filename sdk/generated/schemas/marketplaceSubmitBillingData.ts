// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n20, n206, n207, n208 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { timestamp: n20, eod: n20, period: n206, billing: { oneOf: [n208, { type: 'object', properties: { items: n208, discounts: { type: 'array', items: { type: 'object', properties: { billingPlanId: n0, resourceId: n0, start: n20, end: n20, name: n0, details: n0, amount: n207 }, required: ['billingPlanId', 'name', 'amount'], additionalProperties: false } } }, required: ['items'] }] }, usage: { type: 'array', items: { type: 'object', properties: { resourceId: n0, name: n0, type: { type: 'string', enum: ['total', 'interval', 'rate'] }, units: n0, dayValue: n1, periodValue: n1, planValue: n1 }, required: ['name', 'type', 'units', 'dayValue', 'periodValue'], additionalProperties: false } } }, required: ['timestamp', 'eod', 'period', 'billing', 'usage'], additionalProperties: false } }, required: ['integrationConfigurationId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '201': null,
};
