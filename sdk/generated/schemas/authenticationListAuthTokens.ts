// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n4, n11, n29, n44 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: {} };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { pagination: { type: 'object', properties: { count: n4, next: n11, prev: n11 }, required: ['count', 'next', 'prev'] }, tokens: n44 }, required: ['pagination', 'tokens'] }, { type: 'object', properties: { pagination: n29, tokens: n44 }, required: ['pagination', 'tokens'] }] },
};
