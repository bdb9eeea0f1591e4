// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n311 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { sdkKeyType: { type: 'string', enum: ['server', 'mobile', 'client'] }, environment: n0, label: n0 }, required: ['sdkKeyType', 'environment'] } }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { createdAt: n4, createdBy: n0, deletedAt: n4, environment: n0, hashKey: n0, label: n0, partialKeyValue: n0, projectId: n0, type: n311, updatedAt: n4, keyValue: n0, tokenValue: n0 }, required: ['createdAt', 'createdBy', 'environment', 'hashKey', 'partialKeyValue', 'projectId', 'type', 'updatedAt', 'keyValue'] },
};
