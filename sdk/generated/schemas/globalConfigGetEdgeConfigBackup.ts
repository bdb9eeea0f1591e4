// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0, n4, n317, n318, n319 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, edgeConfigBackupVersionId: n0, teamId: n0, slug: n0 }, required: ['edgeConfigId', 'edgeConfigBackupVersionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { oneOf: [{ type: 'object', properties: { backup: n317, id: n0, lastModified: n4, metadata: n318, user: n319 }, required: ['backup', 'id', 'lastModified', 'metadata', 'user'] }, { type: 'object', properties: { backup: n317, id: n0, lastModified: n4, metadata: n318, user: n319 }, required: ['backup', 'id', 'lastModified', 'metadata'] }] },
};
