// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0 }, required: ['integrationConfigurationId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { contact: { type: ['object', 'null'], properties: { email: n0, name: n0 }, required: ['email'] }, name: n0, url: n0 }, required: ['contact', 'url'] },
};
