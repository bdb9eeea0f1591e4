// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n9, n50, n559, n562 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { mode: { type: 'string', enum: ['allow-all', 'deny-all', 'custom', 'default-allow', 'default-deny'] }, allowedDomains: n6, allowedCIDRs: n6, deniedCIDRs: n6, injectionRules: { type: 'array', items: { type: 'object', properties: { domain: n0, headers: n50, match: n562 }, required: ['domain', 'headers'] } } }, required: ['mode'] }, { type: 'object', properties: { allow: { oneOf: [n6, { type: 'object', additionalProperties: { type: 'array', items: { type: 'object', properties: { match: n562, transform: { type: 'array', items: { type: 'object', properties: { headers: n50 } } }, forwardURL: n0, response: { type: 'object', properties: { statusCode: n9, headers: n50, body: n0, contentType: n0 }, required: ['statusCode'] } } } } }] }, subnets: { type: 'object', properties: { allow: n6, deny: n6 } } } }] } }, required: ['sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n559,
};
