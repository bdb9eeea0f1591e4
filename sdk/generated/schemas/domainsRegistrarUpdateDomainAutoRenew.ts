// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, requestBody: { type: 'object', properties: { autoRenew: n3 }, required: ['autoRenew'] } }, required: ['domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
