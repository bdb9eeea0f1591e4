// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateDrainRequest, CreateDrainResponseBody } from '../types/drains.ts';

/**
 * Creates a drain that sends logs, traces or analytics to another service.
 * POST /v1/drains
 */
export const drainsCreateDrain: OptionalOperation<CreateDrainRequest, CreateDrainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/drains?T body=json',
  () => import('../schemas/drainsCreateDrain.ts'),
);
