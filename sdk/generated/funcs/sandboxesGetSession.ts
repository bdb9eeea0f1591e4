// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetSessionRequest, GetSessionResponseBody } from '../types/sandboxes.ts';

/**
 * Reads one session of a sandbox: its status, limits and addresses.
 * GET /v2/sandboxes/sessions/{sessionId}
 */
export const sandboxesGetSession: Operation<GetSessionRequest, GetSessionResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/sessions/{sessionId}?T',
  () => import('../schemas/sandboxesGetSession.ts'),
);
