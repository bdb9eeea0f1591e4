// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n82 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectIdOrName: n0, blocks: { type: 'string', enum: ['build-start', 'deployment-start', 'deployment-alias', 'deployment-promotion', 'none'] }, teamId: n0, slug: n0 }, required: ['projectIdOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { checks: { type: 'array', items: n82 } }, required: ['checks'] },
};
