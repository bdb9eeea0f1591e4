// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody } from '../types/edgeConfig.ts';

/**
 * Sets the schema of an edge config; with `dryRun` it only checks it.
 * POST /v1/edge-config/{edgeConfigId}/schema
 */
export const edgeConfigPatchEdgeConfigSchema: Operation<PatchEdgeConfigSchemaRequest, PatchEdgeConfigSchemaResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-config/{edgeConfigId}/schema?dryRun&T body=json',
  () => import('../schemas/edgeConfigPatchEdgeConfigSchema.ts'),
);
