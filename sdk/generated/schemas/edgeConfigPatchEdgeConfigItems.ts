// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n37, n40, n45, n737 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { items: { type: 'array', items: { oneOf: [{ type: 'object', properties: { operation: { enum: ['create', 'update', 'upsert', 'delete'] }, key: { type: 'string', maxLength: 256, pattern: "^[\\\\w-]+$" }, value: { anyOf: [n45, n40] }, description: { oneOf: [{ type: 'string', maxLength: 512 }, n45, n40] } }, anyOf: [{ properties: { operation: { type: 'string', enum: ['create'] } }, required: ['operation', 'key', 'value'] }, { properties: { operation: n737 }, required: ['operation', 'key', 'value'] }, { properties: { operation: n737 }, required: ['operation', 'key', 'description'] }] }] } } }, required: ['items'], additionalProperties: false } }, required: ['edgeConfigId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n37,
};
