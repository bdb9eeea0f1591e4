// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n501 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { awsAvailabilityZoneIds: n6, cidr: n0, name: n0, region: n0 }, required: ['cidr', 'name', 'region'] } } };
export const answers: OperationSchemas['answers'] = {
  '201': n501,
};
