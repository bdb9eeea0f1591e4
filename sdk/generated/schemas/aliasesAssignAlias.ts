// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n11, n19 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { id: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { alias: n0, redirect: n11 } } }, required: ['id', 'requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { alias: n0, created: n19, oldDeploymentId: n11, uid: n0 }, required: ['alias', 'created', 'uid'] },
};
