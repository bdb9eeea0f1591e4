// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RestoreEdgeConfigBackupRequest, RestoreEdgeConfigBackupResponseBody } from '../types/globalConfig.ts';

/**
 * Restores an edge config to one of its saved versions.
 * POST /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}/restore
 */
export const globalConfigRestoreEdgeConfigBackup: Operation<RestoreEdgeConfigBackupRequest, RestoreEdgeConfigBackupResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}/restore?T',
  () => import('../schemas/globalConfigRestoreEdgeConfigBackup.ts'),
);
