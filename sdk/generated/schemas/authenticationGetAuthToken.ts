// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n43 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { tokenId: n0 }, required: ['tokenId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { token: n43 }, required: ['token'] },
};
