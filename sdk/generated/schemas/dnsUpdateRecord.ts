// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n11, n25, n74, n201 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { recordId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n11, value: n11, type: { type: ['string', 'null'], enum: ['A', 'AAAA', 'ALIAS', 'CAA', 'CNAME', 'HTTPS', 'MX', 'SRV', 'TXT', 'NS', null] }, ttl: n74, mxPriority: n74, srv: { type: ['object', 'null'], properties: { target: n11, weight: n74, port: n74, priority: n74 }, required: ['target', 'weight', 'port', 'priority'] }, https: { type: ['object', 'null'], properties: { priority: n74, target: n11, params: n11 }, required: ['priority', 'target'] }, comment: n0 } } }, required: ['recordId', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { comment: n0, createdAt: n25, creator: n0, domain: n0, id: n0, name: n0, recordType: n201, ttl: n4, type: { type: 'string', enum: ['record', 'record-sys'] }, value: n0 }, required: ['creator', 'domain', 'id', 'name', 'recordType', 'type', 'value'] },
};
