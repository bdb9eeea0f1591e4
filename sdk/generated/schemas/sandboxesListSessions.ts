// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n12, n13, n304, n549, n555 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { project: n0, name: n0, limit: n304, cursor: n0, sortOrder: n549, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { pagination: n12, sessions: { type: 'array', items: n555 } }, required: ['pagination', 'sessions'] }, n13] },
};
