// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n252, n550, n555, n556 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { name: n0, projectId: n0, resume: n252, teamId: n0, slug: n0 }, required: ['name'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { resumed: n3, routes: n556, sandbox: n550, session: n555 }, required: ['resumed', 'routes', 'sandbox', 'session'] },
};
