// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n9 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { teamId: n0, slug: n0, 'x-artifact-client-ci': n0, 'x-artifact-client-interactive': n9, requestBody: { type: 'array', items: { type: 'object', properties: { sessionId: n0, source: { type: 'string', enum: ['LOCAL', 'REMOTE'] }, event: { type: 'string', enum: ['HIT', 'MISS'] }, hash: n0, duration: n4 }, required: ['sessionId', 'source', 'event', 'hash'] } } }, required: ['requestBody'] };
export const answers: OperationSchemas['answers'] = {
  '200': null,
};
