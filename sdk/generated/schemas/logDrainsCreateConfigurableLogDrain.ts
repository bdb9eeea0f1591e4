// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n6, n13, n50, n227, n244, n370 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, requestBody: { type: 'object', properties: { deliveryFormat: n227, url: n0, headers: n50, projectIds: n6, sources: n370, environments: n244, secret: n0, samplingRate: n4, name: n0 }, required: ['deliveryFormat', 'url', 'sources'] } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': n13,
};
