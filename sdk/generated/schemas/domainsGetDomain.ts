// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n8, n14, n25, n133, n134, n135 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, slug: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { domain: { type: 'object', properties: { suffix: n2, verified: n2, nameservers: n8, intendedNameservers: n8, customNameservers: n8, creator: n133, registrar: n134, teamId: n14, boughtAt: n25, name: n0, createdAt: n1, expiresAt: n25, id: n0, orderedAt: n1, renew: n2, serviceType: n135, transferredAt: n25, transferStartedAt: n1, userId: n0 }, required: ['suffix', 'verified', 'nameservers', 'intendedNameservers', 'creator', 'teamId', 'boughtAt', 'name', 'createdAt', 'expiresAt', 'id', 'serviceType', 'userId'] } }, required: ['domain'] },
};
