// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n88, n127, n214 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, requestBody: n214 }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { results: { type: 'array', items: { oneOf: [{ type: 'object', properties: { domain: n0, available: n88, years: n4, price: n4, renewalPrice: n4, premium: n3 }, required: ['domain', 'available', 'years', 'price', 'renewalPrice', 'premium'] }, { type: 'object', properties: { domain: n0, available: n127 }, required: ['domain', 'available'] }] } } }, required: ['results'] },
};
