// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigDeleteEdgeConfig } from './globalConfigDeleteEdgeConfig.ts';

/**
 * Deletes an edge config with all its items.
 * DELETE /v1/global-config/{edgeConfigId}
 * @deprecated Its name is globalConfig.deleteEdgeConfig now.
 */
export const edgeConfigDeleteEdgeConfig: typeof globalConfigDeleteEdgeConfig = globalConfigDeleteEdgeConfig;
