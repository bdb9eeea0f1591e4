// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n1, n146, n147, n148 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, edgeConfigBackupVersionId: n0, teamId: n0, slug: n0 }, required: ['edgeConfigId', 'edgeConfigBackupVersionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { id: n0, lastModified: n1, backup: n146, metadata: n147, user: n148 }, required: ['id', 'lastModified', 'backup', 'metadata'] }, { type: 'object', properties: { user: n148, id: n0, lastModified: n1, backup: n146, metadata: n147 }, required: ['user', 'id', 'lastModified', 'backup', 'metadata'] }] },
};
