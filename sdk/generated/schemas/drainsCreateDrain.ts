// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n141, n222, n225, n226, n232, n233, n234, n251 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, projects: n222, projectIds: n6, filter: n225, schemas: n226, delivery: n232, sampling: { type: 'array', items: n233 }, transforms: { type: 'array', items: n141 }, source: n234 }, required: ['name', 'projects', 'schemas'] } } };
export const answers: OperationSchemas['answers'] = {
  '200': n251,
};
