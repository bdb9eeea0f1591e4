// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n6, n196, n207, n211 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { op: n0, renew: n196, customNameservers: n211, zone: n3, echMode: { type: 'string', enum: ['auto', 'disabled'] } } }, { type: 'object', properties: { op: n0, destination: n0 } }] } }, required: ['domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { moved: n3, token: n0 }, required: ['moved', 'token'] }, { type: 'object', properties: { moved: n3 }, required: ['moved'] }, { type: 'object', properties: { customNameservers: n6, echMode: n207, renew: n3, zone: n3 }, required: ['echMode'] }] },
};
