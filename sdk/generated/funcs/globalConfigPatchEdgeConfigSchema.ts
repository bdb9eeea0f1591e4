// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody } from '../types/globalConfig.ts';

/**
 * Patch edge config schema (POST /global-config/{edgeConfigId}/schema).
 * POST /v1/global-config/{edgeConfigId}/schema
 */
export const globalConfigPatchEdgeConfigSchema: Operation<PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/global-config/{edgeConfigId}/schema?dryRun&T body=json',
  () => import('../schemas/globalConfigPatchEdgeConfigSchema.ts'),
);
