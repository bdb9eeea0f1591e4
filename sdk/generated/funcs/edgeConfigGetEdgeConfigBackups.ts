// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigBackups } from './globalConfigGetEdgeConfigBackups.ts';

/**
 * Lists the saved versions of an edge config, page by page.
 * GET /v1/global-config/{edgeConfigId}/backups
 * @deprecated Its name is globalConfig.getEdgeConfigBackups now.
 */
export const edgeConfigGetEdgeConfigBackups: typeof globalConfigGetEdgeConfigBackups = globalConfigGetEdgeConfigBackups;
