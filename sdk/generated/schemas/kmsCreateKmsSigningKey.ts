// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n128, n363, n366 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { issuerId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { activation: n366, revokePreviousAfterHours: n4, revokePreviousAt: n128, importKey: n0, importKeyId: n0 } } }, required: ['issuerId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n363,
};
