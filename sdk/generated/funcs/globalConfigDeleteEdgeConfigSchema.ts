// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteEdgeConfigSchemaRequest, DeleteEdgeConfigSchemaResponseBody } from '../types/globalConfig.ts';

/**
 * Removes the schema of an edge config; its items stay.
 * DELETE /v1/global-config/{edgeConfigId}/schema
 */
export const globalConfigDeleteEdgeConfigSchema: Operation<DeleteEdgeConfigSchemaRequest, DeleteEdgeConfigSchemaResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/global-config/{edgeConfigId}/schema?T accept=*/*',
  () => import('../schemas/globalConfigDeleteEdgeConfigSchema.ts'),
);
