// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateEdgeConfigRequest, CreateEdgeConfigResponseBody } from '../types/edgeConfig.ts';

/**
 * Creates an edge config, optionally with first items.
 * POST /v1/edge-config
 */
export const edgeConfigCreateEdgeConfig: Operation<CreateEdgeConfigRequest, CreateEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-config?T body=json',
  () => import('../schemas/edgeConfigCreateEdgeConfig.ts'),
);
