// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n9, n98, n99 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { limit: n9, cursor: n0, projectId: n0, search: n0, type: n0, service: n0, sort: { type: 'string', enum: ['name', 'createdAt', 'updatedAt'] }, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { connectors: { type: 'array', items: n98 }, pagination: n99 }, required: ['connectors', 'pagination'] },
};
