// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n85, n196, n197, n198, n199, n200 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n197, projectIds: n198, secret: n197, deliveryFormat: { enum: ['json', 'ndjson'] }, url: n199, sources: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: ['static', 'lambda', 'build', 'edge', 'external', 'firewall'] } }, headers: n85, environments: { type: 'array', minItems: 1, uniqueItems: true, items: n200 } }, required: ['name', 'url'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n196,
};
