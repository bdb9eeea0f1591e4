// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n563, n564 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, teamId: n0, slug: n0, requestBody: n563 }, required: ['sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '201': n564,
};
