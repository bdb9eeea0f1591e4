// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6, n57 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, requestBody: { type: 'object', properties: { domains: n6, years: n4 }, required: ['domains'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { results: { type: 'array', items: { type: 'object', properties: { domain: n0, years: n4, purchasePrice: n57, renewalPrice: n57, transferPrice: n57 }, required: ['domain', 'years', 'purchasePrice', 'renewalPrice', 'transferPrice'] } } }, required: ['results'] },
};
