// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { tokens: n6, ids: n6 }, required: ['tokens'] }, { type: 'object', properties: { tokens: n6, ids: n6 }, required: ['ids'] }] } }, required: ['edgeConfigId'] };
export const answers: OperationSchemas['answers'] = {
  '204': null,
};
