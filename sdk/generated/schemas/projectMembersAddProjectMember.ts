// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n10, n17, n32, n33, n71 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { uid: n10, username: n10, email: n32, role: n17 }, required: ['role'], additionalProperties: false, oneOf: [{ required: ['uid'] }, { required: ['username'] }, n33] } }, required: ['idOrName', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n71,
};
