// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n624 } from './shared.ts';

export const input: OperationSchemas['input'] = n624;
export const answers: OperationSchemas['answers'] = {
  '202': { type: 'object', properties: { email: n0, id: n0, message: n0 }, required: ['email', 'id', 'message'] },
};
