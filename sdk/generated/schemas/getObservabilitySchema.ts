// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: {} };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { metrics: { type: 'array', items: { type: 'object', properties: { description: n0, id: n0 }, required: ['description', 'id'] } } }, required: ['metrics'] },
};
