// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetSessionCommandRequest, GetSessionCommandResponseBody } from '../types/sandboxes.ts';

/**
 * Reads one command of a sandbox session and its exit code; with `wait` once it has ended.
 * GET /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}
 */
export const sandboxesGetSessionCommand: Operation<GetSessionCommandRequest, GetSessionCommandResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/sessions/{sessionId}/cmd/{cmdId}?wait&T',
  () => import('../schemas/sandboxesGetSessionCommand.ts'),
);
