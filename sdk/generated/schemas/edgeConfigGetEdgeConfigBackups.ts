// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n2, n147 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, next: n0, limit: { type: 'number', minimum: 0, maximum: 50 }, metadata: n0, teamId: n0, slug: n0 }, required: ['edgeConfigId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { backups: { type: 'array', items: { type: 'object', properties: { metadata: n147, id: n0, lastModified: n1 }, required: ['id', 'lastModified'] } }, pagination: { type: 'object', properties: { hasNext: n2, next: n0 }, required: ['hasNext'] } }, required: ['backups', 'pagination'] },
};
