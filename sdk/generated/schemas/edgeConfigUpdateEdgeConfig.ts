// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n138, n140 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { slug: n138 }, required: ['slug'] } }, required: ['edgeConfigId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n140,
};
