// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n6, n50, n227, n244, n370, n371 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { name: n0, projectIds: n6, secret: n0, deliveryFormat: n227, url: n0, sources: n370, headers: n50, environments: n244 }, required: ['name', 'url'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n371,
};
