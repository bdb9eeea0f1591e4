// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n11 } from './shared.ts';

export const input: OperationSchemas['input'] = { oneOf: [{ type: 'object', properties: { code: n0, state: n0, client_id: n0, client_secret: n0, redirect_uri: n0, grant_type: { type: 'string', enum: ['authorization_code'] } }, required: ['code', 'client_id', 'client_secret', 'grant_type'] }, { type: 'object', properties: { refresh_token: n0, client_id: n0, client_secret: n0, grant_type: { type: 'string', enum: ['refresh_token'] } }, required: ['refresh_token', 'client_id', 'client_secret', 'grant_type'] }] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { access_token: n0, expires_in: n4, id_token: n0, refresh_token: n0, token_type: n0 }, required: ['access_token', 'expires_in', 'id_token', 'refresh_token', 'token_type'] }, { type: 'object', properties: { access_token: n11, expires_in: n4, id_token: n0, refresh_token: n0, token_type: n11 }, required: ['access_token', 'id_token', 'token_type'] }] },
};
