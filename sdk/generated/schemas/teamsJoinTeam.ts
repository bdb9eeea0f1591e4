// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, requestBody: { type: 'object', properties: { inviteCode: n0 } } }, required: ['teamId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { teamId: n0, slug: n0, name: n0, from: n0 }, required: ['teamId', 'slug', 'name', 'from'] },
};
