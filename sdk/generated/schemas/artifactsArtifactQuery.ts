// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n4, n8 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { hashes: n8 }, required: ['hashes'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', additionalProperties: { oneOf: [{ type: 'object', properties: { size: n1, taskDurationMs: n1, tag: n0 }, required: ['size', 'taskDurationMs'] }, { type: 'object', properties: { error: { type: 'object', properties: { message: n0 }, required: ['message'] } }, required: ['error'] }, n4] } },
};
