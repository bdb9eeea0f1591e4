// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n8, n198, n199, n366, n367 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { url: n199, events: { type: 'array', minItems: 1, items: n366 }, projectIds: n198 }, required: ['url', 'events'], additionalProperties: false } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { secret: n0, events: n367, id: n0, url: n0, ownerId: n0, createdAt: n1, updatedAt: n1, projectIds: n8 }, required: ['secret', 'events', 'id', 'url', 'ownerId', 'createdAt', 'updatedAt'] },
};
