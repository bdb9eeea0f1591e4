// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { StopSessionRequest, StopSessionResponseBody } from '../types/sandboxes.ts';

/**
 * Stops a running session of a sandbox.
 * POST /v2/sandboxes/sessions/{sessionId}/stop
 */
export const sandboxesStopSession: Operation<StopSessionRequest, StopSessionResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/stop?T',
  () => import('../schemas/sandboxesStopSession.ts'),
);
