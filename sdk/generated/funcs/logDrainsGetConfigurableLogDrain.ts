// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetConfigurableLogDrainRequest, GetConfigurableLogDrainResponseBody } from '../types/logDrains.ts';

/**
 * Reads one log drain of the account or team.
 * GET /v1/log-drains/{id}
 */
export const logDrainsGetConfigurableLogDrain: Operation<GetConfigurableLogDrainRequest, GetConfigurableLogDrainResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/log-drains/{id}?T',
  () => import('../schemas/logDrainsGetConfigurableLogDrain.ts'),
);
