// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n32, n50, n155 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, requestId: n0, teamId: n0, slug: n0 }, required: ['projectId', 'requestId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { trace: { type: 'object', properties: { resources: { type: 'array', items: { type: 'object', properties: { attributes: n50, name: n0 }, required: ['attributes', 'name'] } }, rootSpanId: n0, spans: { type: 'array', items: { type: 'object', properties: { attributes: n32, duration: n155, endTime: n155, events: { type: 'array', items: { type: 'object', properties: { attributes: n32, name: n0, timestamp: n155 }, required: ['attributes', 'name', 'timestamp'] } }, kind: n4, library: { type: 'object', properties: { name: n0, version: n0 }, required: ['name'] }, links: { type: 'array', items: n32 }, name: n0, parentSpanId: n0, resource: n0, spanId: n0, startTime: n155, status: { type: 'object', properties: { code: n4, message: n0 }, required: ['code'] }, traceFlags: n4, traceState: n0 }, required: ['attributes', 'duration', 'endTime', 'events', 'kind', 'library', 'links', 'name', 'resource', 'spanId', 'startTime', 'status', 'traceFlags'] } }, traceId: n0 }, required: ['spans', 'traceId'] } }, required: ['trace'] },
};
