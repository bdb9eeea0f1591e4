// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n215, n216 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, requestBody: { type: 'object', properties: { autoRenew: n3, years: n4, expectedPrice: n4, contactInformation: n215, languageCode: n0 }, required: ['autoRenew', 'years', 'expectedPrice', 'contactInformation'] } }, required: ['domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n216,
};
