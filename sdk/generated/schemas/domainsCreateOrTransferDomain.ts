// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n8, n14, n25, n133, n134, n135 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { properties: { method: n0 }, oneOf: [{ type: 'object', properties: { name: n0, cdnEnabled: n2, zone: n2, method: n0 }, required: ['name'], additionalProperties: false }, { type: 'object', properties: { name: n0, method: n0, token: n0 }, required: ['method', 'name'], additionalProperties: false }, { type: 'object', properties: { name: n0, method: n0, authCode: n0, expectedPrice: n1 }, required: ['method', 'name'], additionalProperties: false }] } } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { domain: { type: 'object', properties: { verified: n2, nameservers: n8, intendedNameservers: n8, customNameservers: n8, creator: n133, registrar: n134, name: n0, boughtAt: n25, createdAt: n1, expiresAt: n25, id: n0, orderedAt: n1, renew: n2, serviceType: n135, transferredAt: n25, transferStartedAt: n1, userId: n0, teamId: n14 }, required: ['verified', 'nameservers', 'intendedNameservers', 'creator', 'name', 'boughtAt', 'createdAt', 'expiresAt', 'id', 'serviceType', 'userId', 'teamId'] } }, required: ['domain'] },
};
