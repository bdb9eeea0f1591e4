// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody } from '../types/globalConfig.ts';

/**
 * Sets the schema of an edge config; with `dryRun` it only checks it.
 * POST /v1/global-config/{edgeConfigId}/schema
 */
export const globalConfigPatchEdgeConfigSchema: Operation<PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/global-config/{edgeConfigId}/schema?dryRun&T body=json',
  () => import('../schemas/globalConfigPatchEdgeConfigSchema.ts'),
);
