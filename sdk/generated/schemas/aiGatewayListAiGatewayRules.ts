// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n17, n18 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { includeDisabled: n18, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { rules: { type: 'array', items: n17 } }, required: ['rules'] },
};
