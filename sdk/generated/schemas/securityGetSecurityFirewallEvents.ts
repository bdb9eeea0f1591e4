// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n11 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, startTimestamp: n4, endTimestamp: n4, hosts: n0, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { actions: { type: 'array', items: { type: 'object', properties: { action: n0, action_type: n0, count: n4, endTime: n0, host: n0, isActive: n3, public_ip: n0, ruleId: n11, ruleName: n11, startTime: n0 }, required: ['action', 'action_type', 'count', 'endTime', 'host', 'isActive', 'public_ip', 'ruleId', 'ruleName', 'startTime'] } } }, required: ['actions'] },
};
