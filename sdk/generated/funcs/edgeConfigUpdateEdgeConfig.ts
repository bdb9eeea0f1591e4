// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigUpdateEdgeConfig } from './globalConfigUpdateEdgeConfig.ts';

/**
 * Renames an edge config.
 * PUT /v1/global-config/{edgeConfigId}
 * @deprecated Its name is globalConfig.updateEdgeConfig now.
 */
export const edgeConfigUpdateEdgeConfig: typeof globalConfigUpdateEdgeConfig = globalConfigUpdateEdgeConfig;
