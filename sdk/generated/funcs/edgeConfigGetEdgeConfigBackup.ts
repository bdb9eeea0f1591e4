// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigBackup } from './globalConfigGetEdgeConfigBackup.ts';

/**
 * Get edge config backup (GET /global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}).
 * GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
 * @deprecated Its name is globalConfig.getEdgeConfigBackup now.
 */
export const edgeConfigGetEdgeConfigBackup: typeof globalConfigGetEdgeConfigBackup = globalConfigGetEdgeConfigBackup;
