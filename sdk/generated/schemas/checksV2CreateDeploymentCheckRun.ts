// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n92 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { checkId: n0 }, required: ['checkId'] } }, required: ['deploymentId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n92,
};
