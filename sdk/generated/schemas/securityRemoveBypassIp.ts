// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n595 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { domain: n0, projectScope: n3, sourceIp: n0, allSources: n3, note: n0 }, required: ['domain'] }, { type: 'object', properties: { domain: n0, projectScope: n3, sourceIp: n0, allSources: n3, note: n0 }, required: ['projectScope'] }] } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n595,
};
