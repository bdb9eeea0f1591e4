// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateSessionDirectoryRequest, CreateSessionDirectoryResponseBody } from '../types/sandboxes.ts';

/**
 * Creates a directory in a sandbox session.
 * POST /v2/sandboxes/sessions/{sessionId}/fs/mkdir
 */
export const sandboxesCreateSessionDirectory: Operation<CreateSessionDirectoryRequest, CreateSessionDirectoryResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/fs/mkdir?T body=json',
  () => import('../schemas/sandboxesCreateSessionDirectory.ts'),
);
