// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigCreateEdgeConfig } from './globalConfigCreateEdgeConfig.ts';

/**
 * Creates an edge config, optionally with first items.
 * POST /v1/global-config
 * @deprecated Its name is globalConfig.createEdgeConfig now.
 */
export const edgeConfigCreateEdgeConfig: typeof globalConfigCreateEdgeConfig = globalConfigCreateEdgeConfig;
