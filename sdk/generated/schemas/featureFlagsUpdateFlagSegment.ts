// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n252, n281, n308, n310 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, segmentIdOrSlug: n0, withMetadata: n252, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { operations: { type: 'array', items: { type: 'object', properties: { action: { type: 'string', enum: ['add', 'remove'] }, field: { type: 'string', enum: ['include', 'exclude'] }, entity: n0, attribute: n0, value: n281 }, required: ['action', 'field', 'entity', 'attribute', 'value'] } }, label: n0, description: n0, data: n308, hint: n0 } } }, required: ['projectIdOrName', 'segmentIdOrSlug'] };
export const answers: OperationSchemas['answers'] = {
  '200': n310,
};
