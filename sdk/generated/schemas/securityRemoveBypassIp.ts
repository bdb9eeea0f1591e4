// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n2, n125, n312, n313, n314 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { domain: n312, projectScope: n2, sourceIp: n0, allSources: n2, note: n125 }, additionalProperties: false, oneOf: [n313, n314] } }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { ok: n2 }, required: ['ok'] },
};
