// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { WriteSessionFilesRequest, WriteSessionFilesResponseBody } from '../types/sandboxes.ts';

/**
 * Puts files into a sandbox session, sent as one archive.
 * POST /v2/sandboxes/sessions/{sessionId}/fs/write
 */
export const sandboxesWriteSessionFiles: Operation<WriteSessionFilesRequest, WriteSessionFilesResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/fs/write?T headers=x-cwd',
  () => import('../schemas/sandboxesWriteSessionFiles.ts'),
);
