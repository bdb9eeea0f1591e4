// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n13, n60, n506, n507 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, versionId: n0, q: n0, filter: { type: 'string', enum: ['rewrite', 'redirect', 'set_status', 'transform'] }, diff: n60, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { diffCount: n4, routes: n506, version: n507 }, required: ['diffCount', 'routes', 'version'] }, { type: 'object', properties: { limit: { type: 'object', properties: { currentRoutes: n4, maxRoutes: n4 }, required: ['currentRoutes', 'maxRoutes'] }, routes: n506, version: n507 }, required: ['limit', 'routes', 'version'] }, { type: 'object', properties: { routes: n506, version: n507 }, required: ['routes', 'version'] }, n13] },
};
