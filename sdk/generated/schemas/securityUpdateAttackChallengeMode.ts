// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { projectId: n0, attackModeEnabled: n3, attackModeActiveUntil: n4 }, required: ['projectId', 'attackModeEnabled', 'attackModeActiveUntil'] }, { type: 'object', properties: { projectId: n0, attackModeEnabled: n3 }, required: ['projectId', 'attackModeEnabled'] }] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { attackModeEnabled: n3, attackModeUpdatedAt: n4 }, required: ['attackModeEnabled', 'attackModeUpdatedAt'] },
};
