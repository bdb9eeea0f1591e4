// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n31, n244 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { revoke: n31, generate: { type: 'object', properties: { secret: { type: 'string', pattern: '^[a-zA-Z0-9]{32}$' } } } }, additionalProperties: false } }, required: ['idOrName', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { protectionBypass: n244 } },
};
