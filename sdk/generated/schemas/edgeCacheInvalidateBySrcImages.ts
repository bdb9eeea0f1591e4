// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { srcImages: n6 }, required: ['srcImages'] } }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': null,
};
