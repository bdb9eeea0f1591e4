// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n547 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { nextStageIndex: n4, canaryDeploymentId: n0 }, required: ['nextStageIndex', 'canaryDeploymentId'] } }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': n547,
};
