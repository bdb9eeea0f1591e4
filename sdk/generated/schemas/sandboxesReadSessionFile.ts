// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { cwd: n0, path: n0 }, required: ['path'] } }, required: ['sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': null,
};
