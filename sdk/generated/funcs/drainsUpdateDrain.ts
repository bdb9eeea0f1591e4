// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateDrainRequest, UpdateDrainResponseBody } from '../types/drains.ts';

/**
 * Changes a drain: its projects, filter, sampling or where it delivers; or pauses it.
 * PATCH /v1/drains/{id}
 */
export const drainsUpdateDrain: Operation<UpdateDrainRequest, UpdateDrainResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/drains/{id}?T body=json',
  () => import('../schemas/drainsUpdateDrain.ts'),
);
