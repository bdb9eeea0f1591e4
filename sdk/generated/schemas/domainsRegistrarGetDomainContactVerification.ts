// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n88, n127 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0 }, required: ['domain'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { verified: n127, verifyBy: n0, email: n0 }, required: ['verified', 'verifyBy', 'email'] }, { type: 'object', properties: { verified: n88 }, required: ['verified'] }] },
};
