// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigItems } from './globalConfigGetEdgeConfigItems.ts';

/**
 * Reads all items of an edge config.
 * GET /v1/global-config/{edgeConfigId}/items
 * @deprecated Its name is globalConfig.getEdgeConfigItems now.
 */
export const edgeConfigGetEdgeConfigItems: typeof globalConfigGetEdgeConfigItems = globalConfigGetEdgeConfigItems;
