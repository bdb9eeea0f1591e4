// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { label: n0 }, required: ['label'] } }, required: ['edgeConfigId'] };
export const answers: OperationSchemas['answers'] = {
  '201': { type: 'object', properties: { id: n0, token: n0 }, required: ['id', 'token'] },
};
