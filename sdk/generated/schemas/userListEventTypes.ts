// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n625, n626, n720 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { categories: { type: 'array', items: { type: 'object', properties: { label: n0, name: n625 }, required: ['label', 'name'] } }, types: { type: 'array', items: { type: 'object', properties: { categories: n626, deprecated: n3, description: n0, name: n720, replacedBy: { type: 'array', items: n720 } }, required: ['categories', 'description', 'name'] } } }, required: ['categories', 'types'] },
};
