// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n12, n364 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { limit: n9, next: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { issuers: { type: 'array', items: n364 }, pagination: n12 }, required: ['issuers', 'pagination'] },
};
