// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n3, n4, n318 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, next: n0, limit: n4, metadata: n0, teamId: n0, slug: n0 }, required: ['edgeConfigId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { backups: { type: 'array', items: { type: 'object', properties: { metadata: n318, id: n0, lastModified: n4 }, required: ['id', 'lastModified'] } }, pagination: { type: 'object', properties: { hasNext: n3, next: n0 }, required: ['hasNext'] } }, required: ['backups', 'pagination'] },
};
