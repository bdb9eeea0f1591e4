// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ExtendSessionTimeoutRequest, ExtendSessionTimeoutResponseBody } from '../types/sandboxes.ts';

/**
 * Gives a running sandbox session more time before it is stopped.
 * POST /v2/sandboxes/sessions/{sessionId}/extend-timeout
 */
export const sandboxesExtendSessionTimeout: Operation<ExtendSessionTimeoutRequest, ExtendSessionTimeoutResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/extend-timeout?T body=json',
  () => import('../schemas/sandboxesExtendSessionTimeout.ts'),
);
