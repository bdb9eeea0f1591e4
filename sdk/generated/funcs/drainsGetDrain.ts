// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDrainRequest, GetDrainResponseBody } from '../types/drains.ts';

/**
 * Reads one drain.
 * GET /v1/drains/{id}
 */
export const drainsGetDrain: Operation<GetDrainRequest, GetDrainResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/drains/{id}?T',
  () => import('../schemas/drainsGetDrain.ts'),
);
