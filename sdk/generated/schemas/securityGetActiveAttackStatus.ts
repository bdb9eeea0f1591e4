// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n13, n25 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, since: n4, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { anomalies: { type: 'array', items: { type: 'object', properties: { affectedHostMap: { type: 'object', additionalProperties: { type: 'object', properties: { anomalyAlerts: { type: 'object', additionalProperties: { type: 'object', properties: { at_minute: n0, avg_requests: n4, stddev_requests: n4, total_requests_minute: n4, zscore: n4 }, required: ['at_minute', 'avg_requests', 'stddev_requests', 'total_requests_minute', 'zscore'] } }, ddosAlerts: { type: 'object', additionalProperties: { type: 'object', properties: { atMinute: n0, totalReqs: n4 }, required: ['atMinute', 'totalReqs'] } } } } }, atMinute: n4, endTime: n25, ownerId: n0, projectId: n0, startTime: n4, state: n0 }, required: ['affectedHostMap', 'atMinute', 'endTime', 'ownerId', 'projectId', 'startTime'] } } }, required: ['anomalies'] }, n13] },
};
