// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n29, n139 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, limit: n4, since: n4, until: n4, teamId: n0, slug: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { pagination: n29, projectDomains: n139 }, required: ['pagination', 'projectDomains'] },
};
