// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigSchemaRequest, GetEdgeConfigSchemaResponseBody } from '../types/edgeConfig.ts';

/**
 * Reads the schema an edge config's items must satisfy.
 * GET /v1/edge-config/{edgeConfigId}/schema
 */
export const edgeConfigGetEdgeConfigSchema: Operation<GetEdgeConfigSchemaRequest, GetEdgeConfigSchemaResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/edge-config/{edgeConfigId}/schema?T',
  () => import('../schemas/edgeConfigGetEdgeConfigSchema.ts'),
);
