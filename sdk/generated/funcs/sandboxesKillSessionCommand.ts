// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { KillSessionCommandRequest, KillSessionCommandResponseBody } from '../types/sandboxes.ts';

/**
 * Sends a signal to a running command of a sandbox session, for example to kill it.
 * POST /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}/kill
 */
export const sandboxesKillSessionCommand: Operation<KillSessionCommandRequest, KillSessionCommandResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}/kill?T body=json',
  () => import('../schemas/sandboxesKillSessionCommand.ts'),
);
