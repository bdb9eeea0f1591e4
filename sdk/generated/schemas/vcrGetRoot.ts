// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n13 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: {} };
export const answers: OperationSchemas['answers'] = {
  '200': n13,
};
