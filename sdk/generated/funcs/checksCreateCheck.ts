// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateCheckRequest, CreateCheckResponseBody } from '../types/checks.ts';

/**
 * Registers a check that a deployment waits for.
 * POST /v1/deployments/{deploymentId}/checks
 * @deprecated
 */
export const checksCreateCheck: Operation<CreateCheckRequest, CreateCheckResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/deployments/{deploymentId}/checks?T body=json',
  () => import('../schemas/checksCreateCheck.ts'),
);
