// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n558 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { cmdId: n0, sessionId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { signal: n4 }, required: ['signal'] } }, required: ['cmdId', 'sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n558,
};
