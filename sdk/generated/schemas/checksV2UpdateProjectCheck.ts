// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n6, n82, n83, n84, n87 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, checkId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, isRerequestable: n3, requires: n83, targets: n6, blocks: n84, timeout: n87 } } }, required: ['projectIdOrName', 'checkId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n82,
};
