// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n557 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, teamId: n0, slug: n0 }, required: ['sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { commands: { type: 'array', items: n557 } }, required: ['commands'] },
};
