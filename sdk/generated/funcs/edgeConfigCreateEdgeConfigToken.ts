// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigCreateEdgeConfigToken } from './globalConfigCreateEdgeConfigToken.ts';

/**
 * Creates a read token for an edge config.
 * POST /v1/global-config/{edgeConfigId}/token
 * @deprecated Its name is globalConfig.createEdgeConfigToken now.
 */
export const edgeConfigCreateEdgeConfigToken: typeof globalConfigCreateEdgeConfigToken = globalConfigCreateEdgeConfigToken;
