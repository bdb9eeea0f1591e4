// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListSessionCommandsRequest, ListSessionCommandsResponseBody } from '../types/sandboxes.ts';

/**
 * Lists the commands that were run in a session of a sandbox.
 * GET /v2/sandboxes/sessions/{sessionId}/cmd
 */
export const sandboxesListSessionCommands: Operation<ListSessionCommandsRequest, ListSessionCommandsResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/sessions/{sessionId}/cmd?T',
  () => import('../schemas/sandboxesListSessionCommands.ts'),
);
