// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigs } from './globalConfigGetEdgeConfigs.ts';

/**
 * Lists the edge configs of the account or team.
 * GET /v1/global-config
 * @deprecated Its name is globalConfig.getEdgeConfigs now.
 */
export const edgeConfigGetEdgeConfigs: typeof globalConfigGetEdgeConfigs = globalConfigGetEdgeConfigs;
