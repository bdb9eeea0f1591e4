// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n141 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { inviteId: n0, teamId: n0 }, required: ['inviteId', 'teamId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n141,
};
