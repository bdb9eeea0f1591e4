// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n8, n14, n25, n30, n133, n134, n135 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { limit: n1, since: n1, until: n1, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { domains: { type: 'array', items: { type: 'object', properties: { verified: n2, nameservers: n8, intendedNameservers: n8, customNameservers: n8, creator: n133, registrar: n134, teamId: n14, createdAt: n1, boughtAt: n25, expiresAt: n25, id: n0, name: n0, orderedAt: n1, renew: n2, serviceType: n135, transferredAt: n25, transferStartedAt: n1, userId: n0 }, required: ['verified', 'nameservers', 'intendedNameservers', 'creator', 'teamId', 'createdAt', 'boughtAt', 'expiresAt', 'id', 'name', 'serviceType', 'userId'] } }, pagination: n30 }, required: ['domains', 'pagination'] },
};
