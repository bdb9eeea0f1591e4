// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n98 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { connector: n0, teamId: n0, slug: n0, connectReplaceTriggerDestinationsRequest: { type: 'object', properties: { destinations: { type: 'array', items: { oneOf: [{ type: 'object', properties: { projectId: n0, branch: n0, path: n0 }, required: ['projectId', 'branch'] }, { type: 'object', properties: { projectId: n0, customEnvironmentId: n0, path: n0 }, required: ['projectId', 'customEnvironmentId'] }, { type: 'object', properties: { projectId: n0, path: n0 }, required: ['projectId'] }] } } }, required: ['destinations'] } }, required: ['connector', 'connectReplaceTriggerDestinationsRequest'] };
export const answers: OperationSchemas['answers'] = {
  '200': n98,
};
