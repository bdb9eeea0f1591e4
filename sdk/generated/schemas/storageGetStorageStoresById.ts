// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n353, n354, n355 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { id: n0, 'skip-metadata': n3, 'include-guides': n3 }, required: ['id'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { store: { type: 'object', properties: { projectFilter: n353, projectsMetadata: n354, status: n355, totalConnectedProjects: n4, usageQuotaExceeded: n3 }, required: ['projectsMetadata', 'status', 'usageQuotaExceeded'] } }, required: ['store'] },
};
