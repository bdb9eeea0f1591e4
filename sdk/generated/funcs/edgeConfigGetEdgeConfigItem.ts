// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigItem } from './globalConfigGetEdgeConfigItem.ts';

/**
 * Reads one item of an edge config by its key.
 * GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}
 * @deprecated Its name is globalConfig.getEdgeConfigItem now.
 */
export const edgeConfigGetEdgeConfigItem: typeof globalConfigGetEdgeConfigItem = globalConfigGetEdgeConfigItem;
