// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { disabledProjects: { type: 'array', items: { type: 'object', properties: { disabledAt: n4, id: n0, name: n0 }, required: ['disabledAt', 'id'] } } }, required: ['disabledProjects'] },
};
