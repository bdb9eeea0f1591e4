// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n8, n14, n20, n22, n23, n24, n25, n26, n27, n29, n30 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { domain: { maxItems: 20, oneOf: [n8, n0] }, from: n23, limit: n1, projectId: n0, since: n1, until: n1, rollbackDeploymentId: n0, teamId: n0, slug: n0 } };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { aliases: { type: 'array', items: { type: 'object', properties: { alias: n0, created: n20, createdAt: n1, creator: n24, deletedAt: n25, deployment: n26, deploymentId: n14, projectId: n14, redirect: n14, redirectStatusCode: n27, uid: n0, updatedAt: n1, protectionBypass: n22, microfrontends: n29 }, required: ['alias', 'created', 'deploymentId', 'projectId', 'uid'] } }, pagination: n30 }, required: ['aliases', 'pagination'] },
};
