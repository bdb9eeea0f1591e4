// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfig } from './globalConfigGetEdgeConfig.ts';

/**
 * Get edge config (GET /global-config/{edgeConfigId}).
 * GET /v1/global-config/{edgeConfigId}
 * @deprecated Its name is globalConfig.getEdgeConfig now.
 */
export const edgeConfigGetEdgeConfig: typeof globalConfigGetEdgeConfig = globalConfigGetEdgeConfig;
