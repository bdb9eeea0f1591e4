// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigSchemaRequest, GetEdgeConfigSchemaResponseBody } from '../types/globalConfig.ts';

/**
 * Reads the schema an edge config's items must satisfy.
 * GET /v1/global-config/{edgeConfigId}/schema
 */
export const globalConfigGetEdgeConfigSchema: Operation<GetEdgeConfigSchemaRequest, GetEdgeConfigSchemaResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}/schema?T',
  () => import('../schemas/globalConfigGetEdgeConfigSchema.ts'),
);
