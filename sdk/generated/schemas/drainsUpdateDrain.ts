// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n141, n222, n225, n226, n232, n233, n234, n251, n254, n255 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { id: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, projects: n222, projectIds: n254, filter: { oneOf: [n225, n0] }, schemas: n226, delivery: n232, sampling: { type: ['array', 'null'], items: n233 }, transforms: { type: ['array', 'null'], items: n141 }, status: n255, source: n234 } } }, required: ['id'] };
export const answers: OperationSchemas['answers'] = {
  '200': n251,
};
