// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, deploymentId: n0, teamId: n0, slug: n0 }, required: ['projectId', 'deploymentId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { level: { type: 'string', enum: ['error', 'warning', 'info'] }, message: n0, rowId: n0, source: { type: 'string', enum: ['delimiter', 'edge-function', 'edge-middleware', 'serverless', 'request'] }, timestampInMs: n1, domain: n0, messageTruncated: n2, requestMethod: n0, requestPath: n0, responseStatusCode: n1 }, required: ['level', 'message', 'rowId', 'source', 'timestampInMs', 'domain', 'messageTruncated', 'requestMethod', 'requestPath', 'responseStatusCode'] },
};
