// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n216, n217 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, requestBody: { type: 'object', properties: { years: n4, expectedPrice: n4, contactInformation: n217 }, required: ['years', 'expectedPrice'] } }, required: ['domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n216,
};
