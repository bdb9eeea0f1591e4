// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigItem } from './globalConfigGetEdgeConfigItem.ts';

/**
 * Get edge config item (GET /global-config/{edgeConfigId}/item/{edgeConfigItemKey}).
 * GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}
 * @deprecated Its name is globalConfig.getEdgeConfigItem now.
 */
export const edgeConfigGetEdgeConfigItem: typeof globalConfigGetEdgeConfigItem = globalConfigGetEdgeConfigItem;
