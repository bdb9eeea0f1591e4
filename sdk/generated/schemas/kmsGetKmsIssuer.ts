// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n364 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { issuerId: n0, teamId: n0, slug: n0 }, required: ['issuerId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n364,
};
