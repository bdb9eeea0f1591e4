// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigBackups } from './globalConfigGetEdgeConfigBackups.ts';

/**
 * Get edge config backups (GET /global-config/{edgeConfigId}/backups).
 * GET /v1/global-config/{edgeConfigId}/backups
 * @deprecated Its name is globalConfig.getEdgeConfigBackups now.
 */
export const edgeConfigGetEdgeConfigBackups: typeof globalConfigGetEdgeConfigBackups = globalConfigGetEdgeConfigBackups;
