// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { projectId: n0, deploymentId: n0, teamId: n0, slug: n0 }, required: ['projectId', 'deploymentId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { domain: n0, level: { type: 'string', enum: ['debug', 'error', 'fatal', 'info', 'trace', 'warning'] }, message: n0, messageTruncated: n3, requestMethod: n0, requestPath: n0, responseStatusCode: n4, rowId: n0, source: { type: 'string', enum: ['delimiter', 'edge-function', 'edge-middleware', 'request', 'serverless'] }, timestampInMs: n4 }, required: ['domain', 'level', 'message', 'messageTruncated', 'requestMethod', 'requestPath', 'responseStatusCode', 'rowId', 'source', 'timestampInMs'] },
};
