// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n23, n224 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { revalidationDeadlineSeconds: n9, tags: n23, target: n224 }, required: ['tags'] } }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': null,
};
