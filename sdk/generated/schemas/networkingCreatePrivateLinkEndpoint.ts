// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n502 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { projectId: n0, name: n0, vercelRegion: n0, awsServiceName: n0, enablePrivateDns: n3 }, required: ['projectId', 'name', 'vercelRegion', 'awsServiceName'] } } };
export const answers: OperationSchemas['answers'] = {
  '201': n502,
};
