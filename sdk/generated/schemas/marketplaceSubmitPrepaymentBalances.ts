// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n19 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { timestamp: n19, balances: { type: 'array', items: { type: 'object', properties: { resourceId: n0, credit: n0, nameLabel: n0, currencyValueInCents: n4 }, required: ['currencyValueInCents'] } } }, required: ['timestamp', 'balances'] } }, required: ['integrationConfigurationId'] };
export const answers: OperationSchemas['answers'] = {
  '201': null,
};
