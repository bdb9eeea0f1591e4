// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n11, n19, n22, n24, n25, n26, n28 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { idOrAlias: n0, from: n4, projectId: n0, since: n4, until: n4, teamId: n0, slug: n0 }, required: ['idOrAlias'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { alias: n0, created: n19, createdAt: n25, creator: n24, deletedAt: n25, deployment: n26, deploymentId: n11, microfrontends: n28, projectId: n11, protectionBypass: n22, redirect: n11, redirectStatusCode: n25, uid: n0, updatedAt: n25 }, required: ['alias', 'created', 'deploymentId', 'projectId', 'uid'] },
};
