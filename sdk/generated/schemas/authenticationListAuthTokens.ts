// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n30, n38 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: {} };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { tokens: { type: 'array', items: n38 }, pagination: n30 }, required: ['tokens', 'pagination'] },
};
