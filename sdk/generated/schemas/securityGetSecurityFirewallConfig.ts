// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n577, n578 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: {} };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { active: n577, draft: n577, versions: { type: 'array', items: n578 } }, required: ['active', 'draft', 'versions'] },
};
