// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigCreateEdgeConfigToken } from './globalConfigCreateEdgeConfigToken.ts';

/**
 * Create edge config token (POST /global-config/{edgeConfigId}/token).
 * POST /v1/global-config/{edgeConfigId}/token
 * @deprecated Its name is globalConfig.createEdgeConfigToken now.
 */
export const edgeConfigCreateEdgeConfigToken: typeof globalConfigCreateEdgeConfigToken = globalConfigCreateEdgeConfigToken;
