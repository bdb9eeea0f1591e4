// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n32, n58, n60, n61, n62, n63 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, versionId: n0, q: n0, diff: n60, page: n9, per_page: n9, sort_by: { type: 'string', enum: ['source', 'destination', 'statusCode'] }, sort_order: n61, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { pagination: n62, redirects: n63, version: n58 }, required: ['pagination', 'redirects', 'version'] }, { type: 'object', properties: { pagination: n62, redirects: n63, version: n58 }, required: ['pagination', 'redirects'] }, n32] },
};
