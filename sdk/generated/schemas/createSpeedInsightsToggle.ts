// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n735 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, requestBody: n735 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n735,
};
