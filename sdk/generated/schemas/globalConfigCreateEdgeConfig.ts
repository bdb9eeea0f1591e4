// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n32, n312 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { slug: n0, items: n32 }, required: ['slug'] } } };
export const answers: OperationSchemas['answers'] = {
  '201': n312,
};
