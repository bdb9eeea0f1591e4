// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { name: n0, type: { type: 'string', enum: ['new', 'renewal', 'transfer', 'redemption'] }, teamId: n0, slug: n0 }, required: ['name'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { price: n4, period: n4 }, required: ['price', 'period'] },
};
