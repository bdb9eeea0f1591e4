// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { globalConfigPatchEdgeConfigSchema } from './globalConfigPatchEdgeConfigSchema.ts';

/**
 * Patch edge config schema (POST /global-config/{edgeConfigId}/schema).
 * POST /v1/global-config/{edgeConfigId}/schema
 * @deprecated Its name is globalConfig.patchEdgeConfigSchema now.
 */
export const edgeConfigPatchEdgeConfigSchema: typeof globalConfigPatchEdgeConfigSchema = globalConfigPatchEdgeConfigSchema;
