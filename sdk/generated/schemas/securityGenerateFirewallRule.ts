// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n6, n11, n478, n565 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { error: n0, rule: { type: 'object', properties: { action: { type: 'object', properties: { mitigate: { type: 'object', properties: { action: n0, actionDuration: n11, rateLimit: { type: ['object', 'null'], properties: { action: n11, algo: n0, keys: n6, limit: n4, window: n4 }, required: ['algo', 'keys', 'limit', 'window'] }, redirect: n478 }, required: ['action'] } } }, active: n3, conditionGroup: { type: 'array', items: { type: 'object', properties: { conditions: { type: 'array', items: { type: 'object', properties: { key: n0, neg: n3, op: n0, type: n0, value: n565 }, required: ['op', 'type'] } } }, required: ['conditions'] } }, description: n0, name: n0 }, required: ['action', 'active', 'conditionGroup', 'name'] } } },
};
