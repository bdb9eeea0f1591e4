// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigs } from './globalConfigGetEdgeConfigs.ts';

/**
 * Get edge configs (GET /global-config).
 * GET /v1/global-config
 * @deprecated Its name is globalConfig.getEdgeConfigs now.
 */
export const edgeConfigGetEdgeConfigs: typeof globalConfigGetEdgeConfigs = globalConfigGetEdgeConfigs;
