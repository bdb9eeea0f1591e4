// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n559 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { duration: n4 }, required: ['duration'] } }, required: ['sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n559,
};
