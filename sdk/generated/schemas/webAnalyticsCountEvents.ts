// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n57, n730, n732 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, since: n57, until: n57, filter: n0, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { data: { oneOf: [n730, { type: 'object', properties: { count: n4, visitors: n4 }, required: ['count', 'visitors'] }] }, query: n732, version: n4 }, required: ['data', 'query', 'version'] },
};
