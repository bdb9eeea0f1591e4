// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigGetEdgeConfigSchema } from './globalConfigGetEdgeConfigSchema.ts';

/**
 * Reads the schema an edge config's items must satisfy.
 * GET /v1/global-config/{edgeConfigId}/schema
 * @deprecated Its name is globalConfig.getEdgeConfigSchema now.
 */
export const edgeConfigGetEdgeConfigSchema: typeof globalConfigGetEdgeConfigSchema = globalConfigGetEdgeConfigSchema;
