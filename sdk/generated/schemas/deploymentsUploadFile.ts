// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n16, n23, n36 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, 'Content-Length': n1, 'x-vercel-digest': n0, 'x-now-digest': { type: 'string', deprecated: true }, 'x-now-size': n23, requestBody: { format: 'binary' } } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n36, n16] },
};
