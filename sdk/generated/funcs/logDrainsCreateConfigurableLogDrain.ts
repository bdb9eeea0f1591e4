// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateConfigurableLogDrainRequest, CreateConfigurableLogDrainResponseBody } from '../types/logDrains.ts';

/**
 * Creates a log drain that sends log lines of projects to a URL.
 * POST /v1/log-drains
 */
export const logDrainsCreateConfigurableLogDrain: Operation<CreateConfigurableLogDrainRequest, CreateConfigurableLogDrainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/log-drains?T body=json',
  () => import('../schemas/logDrainsCreateConfigurableLogDrain.ts'),
);
