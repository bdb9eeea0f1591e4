// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { integrationConfigurationId: n0, requestBody: { type: 'object', properties: { client_secret: n0, client_id: n0 }, required: ['client_secret'] } }, required: ['integrationConfigurationId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { access_token: n0, expires_in: n4, scope: n0, token_type: { type: 'string', enum: ['oauth2-token'] } }, required: ['access_token', 'expires_in', 'scope', 'token_type'] },
};
