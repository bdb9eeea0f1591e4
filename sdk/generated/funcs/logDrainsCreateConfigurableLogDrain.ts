// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateConfigurableLogDrainRequest, CreateConfigurableLogDrainResponseBody } from '../types/logDrains.ts';

/**
 * Create configurable log drain (POST /log-drains).
 * POST /v1/log-drains
 */
export const logDrainsCreateConfigurableLogDrain: Operation<CreateConfigurableLogDrainRequest, CreateConfigurableLogDrainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/log-drains?T body=json',
  () => import('../schemas/logDrainsCreateConfigurableLogDrain.ts'),
);
