// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n14, n25, n122, n125, n129, n130 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { recordId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n14, value: n14, type: { type: ['string', 'null'], enum: ['A', 'AAAA', 'ALIAS', 'CAA', 'CNAME', 'HTTPS', 'MX', 'SRV', 'TXT', 'NS', null], maxLength: 255 }, ttl: { type: ['integer', 'null'], minimum: 60, maximum: 2147483647 }, mxPriority: n129, srv: { type: ['object', 'null'], properties: { target: n130, weight: n129, port: n129, priority: n129 }, required: ['target', 'weight', 'port', 'priority'], additionalProperties: false }, https: { type: ['object', 'null'], properties: { priority: n129, target: n130, params: n14 }, required: ['priority', 'target'], additionalProperties: false }, comment: n125 }, additionalProperties: false } }, required: ['recordId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { createdAt: n25, creator: n0, domain: n0, id: n0, name: n0, recordType: n122, ttl: n1, type: { type: 'string', enum: ['record', 'record-sys'] }, value: n0, comment: n0 }, required: ['creator', 'domain', 'id', 'name', 'recordType', 'type', 'value'] },
};
