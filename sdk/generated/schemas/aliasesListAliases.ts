// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n11, n19, n22, n23, n24, n25, n26, n28, n29 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: n23, from: n4, limit: n4, projectId: n0, since: n4, until: n4, rollbackDeploymentId: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { aliases: { type: 'array', items: { type: 'object', properties: { alias: n0, created: n19, createdAt: n4, creator: n24, deletedAt: n25, deployment: n26, deploymentId: n11, microfrontends: n28, projectId: n11, protectionBypass: n22, redirect: n11, redirectStatusCode: n25, uid: n0, updatedAt: n4 }, required: ['alias', 'created', 'deploymentId', 'projectId', 'uid'] } }, pagination: n29 }, required: ['aliases', 'pagination'] },
};
