// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteConfigurableLogDrainRequest, DeleteConfigurableLogDrainResponseBody } from '../types/logDrains.ts';

/**
 * Deletes a log drain of the account or team.
 * DELETE /v1/log-drains/{id}
 */
export const logDrainsDeleteConfigurableLogDrain: Operation<DeleteConfigurableLogDrainRequest, DeleteConfigurableLogDrainResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/log-drains/{id}?T accept=*/*',
  () => import('../schemas/logDrainsDeleteConfigurableLogDrain.ts'),
);
