// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n8 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { tokens: n8 }, required: ['tokens'], additionalProperties: false } }, required: ['edgeConfigId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
