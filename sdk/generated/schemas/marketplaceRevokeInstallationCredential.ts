// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { token: n0, client_secret: n0, client_id: n0 }, required: ['token', 'client_secret'] } }, required: ['integrationConfigurationId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { already_revoked: n3, revoked: n3 }, required: ['already_revoked', 'revoked'] },
};
