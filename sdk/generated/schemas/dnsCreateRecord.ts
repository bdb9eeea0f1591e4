// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n25, n203, n204 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { name: n0, type: n203, ttl: n4, value: n0, mxPriority: n4, comment: n0 }, required: ['name', 'type', 'value', 'mxPriority'] }, { type: 'object', properties: { name: n0, type: n203, ttl: n4, value: n0, comment: n0 }, required: ['name', 'type', 'value'] }, { type: 'object', properties: { name: n0, type: n203, ttl: n4, value: n0, comment: n0 }, required: ['name', 'type'] }, { type: 'object', properties: { type: n203, ttl: n4, srv: { type: 'object', properties: { priority: n25, weight: n25, port: n25, target: n0 }, required: ['priority', 'weight', 'port', 'target'] }, comment: n0 }, required: ['type', 'srv'] }, { type: 'object', properties: { type: n203, ttl: n4, value: n0, comment: n0 }, required: ['type', 'value'] }, { type: 'object', properties: { type: n203, ttl: n4, https: { type: 'object', properties: { priority: n25, target: n0, params: n0 }, required: ['priority', 'target'] }, comment: n0 }, required: ['type', 'https'] }] } }, required: ['domain', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { uid: n0, updated: n4 }, required: ['updated'] }, n204] },
};
