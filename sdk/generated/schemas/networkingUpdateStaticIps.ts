// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n6, n402 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { oneOf: [{ type: 'object', properties: { builds: n3, regions: n6 }, required: ['builds'] }, { type: 'object', properties: { builds: n3, regions: n6 }, required: ['regions'] }] } }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'array', items: n402 },
};
