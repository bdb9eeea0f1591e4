// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigPatchEdgeConfigSchema } from './globalConfigPatchEdgeConfigSchema.ts';

/**
 * Sets the schema of an edge config; with `dryRun` it only checks it.
 * POST /v1/global-config/{edgeConfigId}/schema
 * @deprecated Its name is globalConfig.patchEdgeConfigSchema now.
 */
export const edgeConfigPatchEdgeConfigSchema: typeof globalConfigPatchEdgeConfigSchema = globalConfigPatchEdgeConfigSchema;
