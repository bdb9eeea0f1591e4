// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigBackupRequest, GetEdgeConfigBackupResponseBody } from '../types/globalConfig.ts';

/**
 * Reads one saved version of an edge config.
 * GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
 */
export const globalConfigGetEdgeConfigBackup: Operation<GetEdgeConfigBackupRequest, GetEdgeConfigBackupResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}?T',
  () => import('../schemas/globalConfigGetEdgeConfigBackup.ts'),
);
