// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6, n39, n40 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { hashes: n6 }, required: ['hashes'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', additionalProperties: { oneOf: [{ type: 'object', properties: { dirtyHash: n0, sha: n0, size: n4, tag: n0, taskDurationMs: n4 }, required: ['size', 'taskDurationMs'] }, { type: 'object', properties: { error: n39 }, required: ['error'] }, n40] } },
};
