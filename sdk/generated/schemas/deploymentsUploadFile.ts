// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n13, n38 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, 'Content-Length': n4, 'x-vercel-digest': n0, 'x-now-digest': n0, 'x-now-size': n4, requestBody: { format: 'binary' } } };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n38, n13] },
};
