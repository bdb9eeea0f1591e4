// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n72 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, path: n0, blocking: n3, detailsUrl: n0, externalId: n0, rerequestable: n3 }, required: ['name', 'blocking'] } }, required: ['deploymentId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n72,
};
