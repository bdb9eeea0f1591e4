// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n2, n311 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, limit: { type: 'number', maximum: 256 }, sourceIp: n0, domain: n0, projectScope: n2, offset: n0, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { result: n311, pagination: { type: 'object', properties: { OwnerId: n0, Id: n0 }, required: ['OwnerId', 'Id'] } }, required: ['result'] },
};
