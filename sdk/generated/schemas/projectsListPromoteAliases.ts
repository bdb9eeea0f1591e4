// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n16, n30 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, limit: { type: 'number', maximum: 100 }, since: n1, until: n1, failedOnly: n2, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n16, { type: 'object', properties: { aliases: { type: 'array', items: { type: 'object', properties: { status: n0, alias: n0, id: n0 }, required: ['status', 'alias', 'id'] } }, pagination: n30 }, required: ['aliases', 'pagination'] }] },
};
