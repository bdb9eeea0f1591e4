// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, slug: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { reason: n0, status: n0, transferable: n3, transferPolicy: { type: 'string', enum: ['charge-and-renew'] } }, required: ['reason', 'status', 'transferable', 'transferPolicy'] }, { type: 'object', properties: { transferable: n3, transferPolicy: { type: ['string', 'null'], enum: ['charge-and-renew', 'no-charge-no-change', 'no-change', 'new-term', 'not-supported', null] }, reason: n0, status: { type: 'string', enum: ['completed', 'undef', 'pending_owner', 'pending_admin', 'pending_registry', 'cancelled', 'unknown'] } }, required: ['transferable', 'transferPolicy', 'reason', 'status'] }] },
};
