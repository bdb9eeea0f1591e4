// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteIntegrationLogDrainRequest, DeleteIntegrationLogDrainResponseBody } from '../types/logDrains.ts';

/**
 * Deletes a log drain.
 * DELETE /v1/integrations/log-drains/{id}
 */
export const logDrainsDeleteIntegrationLogDrain: Operation<DeleteIntegrationLogDrainRequest, DeleteIntegrationLogDrainResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/integrations/log-drains/{id}?T accept=*/*',
  () => import('../schemas/logDrainsDeleteIntegrationLogDrain.ts'),
);
