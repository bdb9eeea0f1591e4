// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n353, n354, n355, n596, n597 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { name: n0, region: n596, access: { type: 'string', enum: ['public', 'private'], default: 'public' }, projectId: n0 }, required: ['name'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { store: { type: ['object', 'null'], properties: { projectFilter: n353, projectsMetadata: n354, status: n355, totalConnectedProjects: n4, usageQuotaExceeded: n3, access: n597, kind: { type: 'string', enum: ['project-default', 'user-created'] }, projectId: n0, count: n4, isTokenExpired: n3, region: n596, size: n4 }, required: ['projectsMetadata', 'status', 'usageQuotaExceeded', 'count', 'isTokenExpired', 'region', 'size'] } }, required: ['store'] },
};
