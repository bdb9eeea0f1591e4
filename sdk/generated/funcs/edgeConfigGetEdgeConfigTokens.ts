// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigTokens } from './globalConfigGetEdgeConfigTokens.ts';

/**
 * Lists the read tokens of an edge config.
 * GET /v1/global-config/{edgeConfigId}/tokens
 * @deprecated Its name is globalConfig.getEdgeConfigTokens now.
 */
export const edgeConfigGetEdgeConfigTokens: typeof globalConfigGetEdgeConfigTokens = globalConfigGetEdgeConfigTokens;
