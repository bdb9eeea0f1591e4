// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigDeleteEdgeConfigSchema } from './globalConfigDeleteEdgeConfigSchema.ts';

/**
 * Removes the schema of an edge config; its items stay.
 * DELETE /v1/global-config/{edgeConfigId}/schema
 * @deprecated Its name is globalConfig.deleteEdgeConfigSchema now.
 */
export const edgeConfigDeleteEdgeConfigSchema: typeof globalConfigDeleteEdgeConfigSchema = globalConfigDeleteEdgeConfigSchema;
