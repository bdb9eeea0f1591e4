// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteConfigurableLogDrainRequest, DeleteConfigurableLogDrainResponseBody } from '../types/logDrains.ts';

/**
 * Delete configurable log drain (DELETE /log-drains/{id}).
 * DELETE /v1/log-drains/{id}
 */
export const logDrainsDeleteConfigurableLogDrain: Operation<DeleteConfigurableLogDrainRequest, DeleteConfigurableLogDrainResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/log-drains/{id}?T accept=*/*',
  () => import('../schemas/logDrainsDeleteConfigurableLogDrain.ts'),
);
