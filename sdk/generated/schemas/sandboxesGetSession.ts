// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n555, n556 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, teamId: n0, slug: n0 }, required: ['sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { routes: n556, session: n555 }, required: ['routes', 'session'] },
};
