// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateLogDrainRequest, CreateLogDrainResponseBody } from '../types/logDrains.ts';

/**
 * Creates a log drain that sends log lines to a URL.
 * POST /v2/integrations/log-drains
 */
export const logDrainsCreateLogDrain: Operation<CreateLogDrainRequest, CreateLogDrainResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/integrations/log-drains?T body=json',
  () => import('../schemas/logDrainsCreateLogDrain.ts'),
);
