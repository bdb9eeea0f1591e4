// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigDeleteEdgeConfigTokens } from './globalConfigDeleteEdgeConfigTokens.ts';

/**
 * Revokes read tokens of an edge config.
 * DELETE /v1/global-config/{edgeConfigId}/tokens
 * @deprecated Its name is globalConfig.deleteEdgeConfigTokens now.
 */
export const edgeConfigDeleteEdgeConfigTokens: typeof globalConfigDeleteEdgeConfigTokens = globalConfigDeleteEdgeConfigTokens;
