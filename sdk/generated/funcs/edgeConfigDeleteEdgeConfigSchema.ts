// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteEdgeConfigSchemaRequest, DeleteEdgeConfigSchemaResponseBody } from '../types/edgeConfig.ts';

/**
 * Removes the schema of an edge config; its items stay.
 * DELETE /v1/edge-config/{edgeConfigId}/schema
 */
export const edgeConfigDeleteEdgeConfigSchema: Operation<DeleteEdgeConfigSchemaRequest, DeleteEdgeConfigSchemaResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/edge-config/{edgeConfigId}/schema?T',
  () => import('../schemas/edgeConfigDeleteEdgeConfigSchema.ts'),
);
