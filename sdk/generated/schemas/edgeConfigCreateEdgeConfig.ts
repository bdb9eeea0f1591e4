// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n138, n139, n140 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { slug: n138, items: n139 }, required: ['slug'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '201': n140,
};
