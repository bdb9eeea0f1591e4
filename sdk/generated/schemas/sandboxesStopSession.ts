// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n550, n553, n555, n559 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { sessionId: n0, teamId: n0, slug: n0 }, required: ['sessionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { sandbox: n550, session: n555, snapshot: n553 }, required: ['sandbox', 'session', 'snapshot'] }, n559] },
};
