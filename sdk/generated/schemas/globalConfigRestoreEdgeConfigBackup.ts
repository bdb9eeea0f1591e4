// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OperationSchemas } from '../../runtime/operation.ts';
import { n0 } from './shared.ts';

export const input: OperationSchemas['input'] = { type: 'object', properties: { edgeConfigId: n0, edgeConfigBackupVersionId: n0, teamId: n0, slug: n0 }, required: ['edgeConfigId', 'edgeConfigBackupVersionId'] };
export const answers: OperationSchemas['answers'] = {
  '200': { type: 'object', properties: { digest: n0, previousDigest: n0, restoredFrom: n0, status: { type: 'string', enum: ['ok'] } }, required: ['digest', 'previousDigest', 'restoredFrom', 'status'] },
};
