// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n210 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { name: n0, method: n0, token: n0 }, required: ['name', 'method'] }, { type: 'object', properties: { name: n0, cdnEnabled: n3, zone: n3, method: n0 }, required: ['name'] }] } } };
export const answers: OperationSchemas['answers'] = {
  '200': n210,
};
