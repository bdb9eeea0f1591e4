// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n14, n69, n283, n284 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, domain: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { gitBranch: n283, redirect: n14, redirectStatusCode: n284 } } }, required: ['idOrName', 'domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n69,
};
