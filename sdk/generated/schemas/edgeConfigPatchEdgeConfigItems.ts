// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n142, n143 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { items: { type: 'array', items: { oneOf: [{ type: 'object', properties: { operation: { enum: ['create', 'update', 'upsert', 'delete'] }, key: { type: 'string', maxLength: 256, pattern: "^[\\\\w-]+$" }, value: n142, description: { oneOf: [{ type: 'string', maxLength: 512 }, {}, n4] } }, anyOf: [{ properties: { operation: { type: 'string', enum: ['create'] } }, required: ['operation', 'key', 'value'] }, { properties: { operation: n143 }, required: ['operation', 'key', 'value'] }, { properties: { operation: n143 }, required: ['operation', 'key', 'description'] }] }] } } }, required: ['items'], additionalProperties: false } }, required: ['edgeConfigId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { status: n0 }, required: ['status'] },
};
