// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n29, n540, n541 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrName: n0, gitBranch: n0, decrypt: { type: 'string', enum: ['true', 'false'], deprecated: true }, source: n0, customEnvironmentId: n0, customEnvironmentSlug: n0, teamId: n0, slug: n0 }, required: ['idOrName'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [n540, { type: 'object', properties: { envs: n541, pagination: n29 }, required: ['envs', 'pagination'] }, { type: 'object', properties: { envs: n541, hiddenProductionEnvCount: n4 }, required: ['envs', 'hiddenProductionEnvCount'] }] },
};
