// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n13, n92 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { deploymentId: n0, checkRunId: n0, teamId: n0, slug: n0, requestBody: { type: 'object', properties: { externalId: n0, externalUrl: n0, status: { type: 'string', enum: ['queued', 'running', 'completed'] }, output: n13, completedAt: n4, conclusion: { type: 'string', enum: ['canceled', 'skipped', 'timeout', 'failed', 'neutral', 'succeeded'] }, conclusionText: n0 } } }, required: ['deploymentId', 'checkRunId'] };
export const answers: OperationSchemas['answers'] = {
  '200': n92,
};
