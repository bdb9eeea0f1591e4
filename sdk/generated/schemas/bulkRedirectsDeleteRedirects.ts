// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n45, n58, n59, n64 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: n64 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { alias: n45, version: n58 }, required: ['version'] }, n59, { type: 'object', properties: { alias: n0, version: n58 }, required: ['version'] }] },
};
