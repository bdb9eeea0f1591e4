// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n538, n558 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, cmdId: n0, wait: n538, teamId: n0, slug: n0 }, required: ['sessionId', 'cmdId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n558,
};
