// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n14 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { code: n0, state: n0, client_id: n0, client_secret: n0, redirect_uri: n0, grant_type: { type: 'string', enum: ['authorization_code'] } }, required: ['code', 'client_id', 'client_secret'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { id_token: n0, access_token: n14, token_type: n14 }, required: ['id_token', 'access_token', 'token_type'] },
};
