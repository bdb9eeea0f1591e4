// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateEdgeConfigRequest, CreateEdgeConfigResponseBody } from '../types/globalConfig.ts';

/**
 * Creates an edge config, optionally with first items.
 * POST /v1/global-config
 */
export const globalConfigCreateEdgeConfig: OptionalOperation<CreateEdgeConfigRequest, CreateEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/global-config?T body=json',
  () => import('../schemas/globalConfigCreateEdgeConfig.ts'),
);
