// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n57, n729, n731 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, by: { type: 'array', items: { oneOf: [{ type: 'string', enum: ['hour', 'day', 'week', 'month', 'year', 'country', 'deviceType', 'environment', 'requestPath', 'referrerHostname', 'osName', 'browserName', 'route', 'utmSource', 'utmMedium', 'utmCampaign', 'utmContent', 'utmTerm', 'eventName', 'flags', 'eventData'] }, n0] } }, since: n57, until: n57, limit: n729, filter: n0, teamId: n0, slug: n0 }, required: ['projectId', 'by', 'since', 'until'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { data: n731, query: { type: 'object', properties: { filter: n0, groupBy: { type: 'array', items: { oneOf: [n0, { type: 'string', enum: ['browserName', 'country', 'deviceType', 'environment', 'eventData', 'eventName', 'flags', 'osName', 'referrerHostname', 'requestPath', 'route', 'utmCampaign', 'utmContent', 'utmMedium', 'utmSource', 'utmTerm'] }] } }, limit: n4, since: n0, until: n0 }, required: ['limit', 'since', 'until'] }, version: n4 }, required: ['data', 'query', 'version'] },
};
