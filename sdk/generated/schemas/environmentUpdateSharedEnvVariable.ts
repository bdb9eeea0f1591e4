// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n257, n259, n263, n265 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { updates: { type: 'object', additionalProperties: { type: 'object', properties: { key: n0, value: n0, target: n259, projectId: n6, projectIdUpdates: { type: 'object', properties: { link: n6, unlink: n6 } }, type: n257, comment: n0 } } } }, required: ['updates'] } } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { failed: n265, updated: n263 }, required: ['failed', 'updated'] },
};
