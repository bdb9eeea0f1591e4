// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { TestDrainRequest, TestDrainResponseBody } from '../types/drains.ts';

/**
 * Sends test data to the destination of a drain and tells whether it was accepted.
 * POST /v1/drains/test
 */
export const drainsTestDrain: OptionalOperation<TestDrainRequest, TestDrainResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/drains/test?T body=json',
  () => import('../schemas/drainsTestDrain.ts'),
);
