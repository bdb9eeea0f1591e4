// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n10, n18, n19 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { accessGroupIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { projectId: n10, role: n18 }, required: ['role', 'projectId'], additionalProperties: false } }, required: ['accessGroupIdOrName', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n19,
};
