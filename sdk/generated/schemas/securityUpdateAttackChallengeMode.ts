// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n25 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { projectId: n0, attackModeEnabled: n2, attackModeActiveUntil: n25 }, required: ['projectId', 'attackModeEnabled'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { attackModeEnabled: n2, attackModeUpdatedAt: n1 }, required: ['attackModeEnabled', 'attackModeUpdatedAt'] },
};
