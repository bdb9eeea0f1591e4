// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n372, n373, n375 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { status: n372, externalId: n0, billingPlan: n373, notification: n375 } } }, required: ['integrationConfigurationId'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
