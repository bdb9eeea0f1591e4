// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n329 } from './shared.ts';

export const input: OperationSchemas['input'] = n329;
export const answers: OperationSchemas['answers'] = {
  '202': { type: 'object', properties: { id: n0, email: n0, message: n0 }, required: ['id', 'email', 'message'] },
};
