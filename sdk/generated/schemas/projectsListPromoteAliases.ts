// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n13, n29 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, limit: n4, since: n4, until: n4, failedOnly: n3, teamId: n0, slug: n0 }, required: ['projectId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { aliases: { type: 'array', items: { type: 'object', properties: { alias: n0, id: n0, status: n0 }, required: ['alias', 'id', 'status'] } }, pagination: n29 }, required: ['aliases', 'pagination'] }, n13] },
};
