// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigBackup } from './globalConfigGetEdgeConfigBackup.ts';

/**
 * Reads one saved version of an edge config.
 * GET /v1/global-config/{edgeConfigId}/backups/{edgeConfigBackupVersionId}
 * @deprecated Its name is globalConfig.getEdgeConfigBackup now.
 */
export const edgeConfigGetEdgeConfigBackup: typeof globalConfigGetEdgeConfigBackup = globalConfigGetEdgeConfigBackup;
