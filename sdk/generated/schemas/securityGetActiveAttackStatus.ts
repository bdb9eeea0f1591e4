// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n16, n25 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n16, { type: 'object', properties: { anomalies: { type: 'array', items: { type: 'object', properties: { ownerId: n0, projectId: n0, startTime: n1, endTime: n25, atMinute: n1, state: n0, affectedHostMap: { type: 'object', additionalProperties: { type: 'object', properties: { anomalyAlerts: { type: 'object', additionalProperties: { type: 'object', properties: { at_minute: n0, zscore: n1, total_requests_minute: n1, avg_requests: n1, stddev_requests: n1 }, required: ['at_minute', 'zscore', 'total_requests_minute', 'avg_requests', 'stddev_requests'] } }, ddosAlerts: { type: 'object', additionalProperties: { type: 'object', properties: { atMinute: n0, totalReqs: n1 }, required: ['atMinute', 'totalReqs'] } } } } } }, required: ['ownerId', 'projectId', 'startTime', 'endTime', 'atMinute', 'affectedHostMap'] } } }, required: ['anomalies'] }] },
};
