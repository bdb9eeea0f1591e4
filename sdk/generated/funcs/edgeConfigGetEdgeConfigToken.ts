// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigToken } from './globalConfigGetEdgeConfigToken.ts';

/**
 * Get edge config token (GET /global-config/{edgeConfigId}/token/{token}).
 * GET /v1/global-config/{edgeConfigId}/token/{token}
 * @deprecated Its name is globalConfig.getEdgeConfigToken now.
 */
export const edgeConfigGetEdgeConfigToken: typeof globalConfigGetEdgeConfigToken = globalConfigGetEdgeConfigToken;
