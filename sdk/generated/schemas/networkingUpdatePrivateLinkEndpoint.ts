// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n502 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { endpointId: n0, projectId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, enablePrivateDns: n3 } } }, required: ['endpointId', 'projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n502,
};
