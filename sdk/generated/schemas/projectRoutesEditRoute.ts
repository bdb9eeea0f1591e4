// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n505, n507, n511 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, routeId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { route: n511, restore: n3 } } }, required: ['projectId', 'routeId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { route: n505, version: n507 }, required: ['version'] },
};
