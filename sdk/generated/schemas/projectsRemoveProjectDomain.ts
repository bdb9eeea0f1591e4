// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n13 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, domain: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { removeRedirects: n3 } } }, required: ['idOrName', 'domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': n13,
};
