// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n509, n510 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { overwrite: n3, routes: { type: 'array', items: { type: 'object', properties: { id: n0, name: n0, description: n0, enabled: n3, route: n509 }, required: ['id', 'name', 'route'] } } } } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n510,
};
