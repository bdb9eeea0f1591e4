// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteDrainRequest, DeleteDrainResponseBody } from '../types/drains.ts';

/**
 * Deletes a drain; nothing more is sent to its service.
 * DELETE /v1/drains/{id}
 */
export const drainsDeleteDrain: Operation<DeleteDrainRequest, DeleteDrainResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/drains/{id}?T accept=*/*',
  () => import('../schemas/drainsDeleteDrain.ts'),
);
