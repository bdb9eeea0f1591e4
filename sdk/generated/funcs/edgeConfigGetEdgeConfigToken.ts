// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigToken } from './globalConfigGetEdgeConfigToken.ts';

/**
 * Reads what is known about one read token of an edge config.
 * GET /v1/global-config/{edgeConfigId}/token/{token}
 * @deprecated Its name is globalConfig.getEdgeConfigToken now.
 */
export const edgeConfigGetEdgeConfigToken: typeof globalConfigGetEdgeConfigToken = globalConfigGetEdgeConfigToken;
