// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n211, n256, n257, n259, n263, n265 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { evs: n256, type: n257, target: n259, projectId: n211 }, required: ['evs', 'target'] }, { type: 'object', properties: { evs: n256, type: n257, target: n259, projectId: n211 }, required: ['evs'] }] } } };
export const answers: OperationSchemas['answers'] = {
  '201': { type: 'object', properties: { created: n263, failed: n265 }, required: ['created', 'failed'] },
};
