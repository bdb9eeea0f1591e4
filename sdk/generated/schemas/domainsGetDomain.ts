// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n11, n25, n206, n207, n208 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, slug: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { domain: { type: 'object', properties: { boughtAt: n25, createdAt: n4, creator: n206, customNameservers: n6, echMode: n207, expiresAt: n25, id: n0, intendedNameservers: n6, name: n0, nameservers: n6, renew: n3, serviceType: n208, suffix: n3, teamId: n11, transferredAt: n25, transferStartedAt: n4, userId: n0, verified: n3 }, required: ['boughtAt', 'createdAt', 'creator', 'echMode', 'expiresAt', 'id', 'intendedNameservers', 'name', 'nameservers', 'serviceType', 'suffix', 'teamId', 'userId', 'verified'] } }, required: ['domain'] },
};
