// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n212 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, years: n0, teamId: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': n212,
};
