// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n57, n59 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { projectId: n0, teamId: n0, overwrite: n3, name: n0, redirects: { type: 'array', items: { type: 'object', properties: { source: n0, destination: n0, statusCode: n57, permanent: n3, caseSensitive: n3, query: n3, preserveQueryParams: n3 }, required: ['source', 'destination'] } } }, required: ['projectId', 'teamId'] } } };
export const answers: OperationSchemas['answers'] = {
  '200': n59,
};
