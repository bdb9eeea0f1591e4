// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n29, n209 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { limit: n4, since: n4, until: n4, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { domains: { type: 'array', items: n209 }, pagination: n29 }, required: ['domains', 'pagination'] },
};
