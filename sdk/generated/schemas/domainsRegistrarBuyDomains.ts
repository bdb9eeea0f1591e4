// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n215, n216 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, requestBody: { type: 'object', properties: { domains: { type: 'array', items: { type: 'object', properties: { domainName: n0, autoRenew: n3, years: n4, expectedPrice: n4, languageCode: n0 }, required: ['domainName', 'autoRenew', 'years', 'expectedPrice'] } }, contactInformation: n215 }, required: ['domains', 'contactInformation'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n216,
};
