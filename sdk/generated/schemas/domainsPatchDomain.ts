// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n2, n8 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { op: n0, renew: n2, customNameservers: { type: 'array', minItems: 0, maxItems: 4, uniqueItems: true, items: n0 }, zone: n2 }, additionalProperties: false }, { type: 'object', properties: { op: n0, destination: n0 }, additionalProperties: false }] } }, required: ['domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { moved: n2 }, required: ['moved'] }, { type: 'object', properties: { moved: n2, token: n0 }, required: ['moved', 'token'] }, { type: 'object', properties: { renew: n2, customNameservers: n8, zone: n2 } }] },
};
