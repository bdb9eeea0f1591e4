// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n8, n16, n125, n269, n270, n283, n289 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, id: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { key: n0, target: n269, gitBranch: n283, type: n270, value: n0, customEnvironmentIds: n8, comment: n125 }, additionalProperties: false } }, required: ['idOrName', 'id', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n289, n16] },
};
