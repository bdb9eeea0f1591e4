// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n11, n19, n29, n260, n261, n266 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { search: n0, projectId: n0, ids: n0, exclude_ids: { ...n0, as: 'excludeIdsQueryParameter' }, 'exclude-ids': { ...n0, as: 'excludeIdsQueryParameter1' }, exclude_projectId: { ...n0, as: 'excludeProjectIdQueryParameter' }, 'exclude-projectId': { ...n0, as: 'excludeProjectIdQueryParameter1' }, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { data: { type: 'array', items: { type: 'object', properties: { applyToAllCustomEnvironments: n3, comment: n0, created: n19, createdAt: n4, createdBy: n11, customEnvironmentIds: n6, decrypted: n3, deletedAt: n4, deletedBy: n11, id: n0, key: n0, lastEditedByDisplayName: n0, ownerId: n11, projectId: n6, securityIssues: n266, target: n260, type: n261, updatedAt: n4, updatedBy: n11, value: n0 }, required: ['created', 'decrypted', 'id', 'key', 'securityIssues'] } }, pagination: n29 }, required: ['data', 'pagination'] },
};
