// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n31, n464 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { revoke: n31, generate: { type: 'object', properties: { secret: n0, note: n0 } }, update: { type: 'object', properties: { secret: n0, isEnvVar: n3, note: n0 }, required: ['secret'] } } } }, required: ['idOrName', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { protectionBypass: n464 } },
};
