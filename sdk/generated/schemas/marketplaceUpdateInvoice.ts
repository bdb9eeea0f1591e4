// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, invoiceId: n0, requestBody: { type: 'object', properties: { action: { type: 'string', enum: ['refund'] }, reason: n0, total: n0 }, required: ['action', 'reason', 'total'] } }, required: ['integrationConfigurationId', 'invoiceId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
