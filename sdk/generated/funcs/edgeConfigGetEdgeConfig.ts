// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfig } from './globalConfigGetEdgeConfig.ts';

/**
 * Reads one edge config, without its items.
 * GET /v1/global-config/{edgeConfigId}
 * @deprecated Its name is globalConfig.getEdgeConfig now.
 */
export const edgeConfigGetEdgeConfig: typeof globalConfigGetEdgeConfig = globalConfigGetEdgeConfig;
