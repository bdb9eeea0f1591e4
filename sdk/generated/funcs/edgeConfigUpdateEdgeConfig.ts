// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigUpdateEdgeConfig } from './globalConfigUpdateEdgeConfig.ts';

/**
 * Update edge config (PUT /global-config/{edgeConfigId}).
 * PUT /v1/global-config/{edgeConfigId}
 * @deprecated Its name is globalConfig.updateEdgeConfig now.
 */
export const edgeConfigUpdateEdgeConfig: typeof globalConfigUpdateEdgeConfig = globalConfigUpdateEdgeConfig;
