// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n519 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { microfrontendsGroupId: n0, enabled: n3, isDefaultApp: n3, defaultRoute: n0, routeObservabilityToThisProject: n3, doNotRouteWithMicrofrontendsRouting: n3 } } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n519,
};
