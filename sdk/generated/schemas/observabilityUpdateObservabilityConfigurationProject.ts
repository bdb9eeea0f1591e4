// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { disabled: n3 }, required: ['disabled'] } }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { disabledAt: n4, id: n0 }, required: ['id'] },
};
