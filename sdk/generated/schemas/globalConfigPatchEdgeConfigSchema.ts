// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n13, n45 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, dryRun: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { definition: n45 } } }, required: ['edgeConfigId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n13,
};
