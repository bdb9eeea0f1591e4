// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n594 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, limit: n4, sourceIp: n0, domain: n0, projectScope: n3, offset: n0, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { pagination: { type: 'object', properties: { Id: n0, OwnerId: n0 }, required: ['Id', 'OwnerId'] }, result: n594 }, required: ['result'] },
};
