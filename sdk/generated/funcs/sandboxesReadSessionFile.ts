// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReadSessionFileRequest, ReadSessionFileResponseBody } from '../types/sandboxes.ts';

/**
 * Reads a file out of a sandbox session as a stream of bytes.
 * POST /v2/sandboxes/sessions/{sessionId}/fs/read
 */
export const sandboxesReadSessionFile: Operation<ReadSessionFileRequest, ReadSessionFileResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/sandboxes/sessions/{sessionId}/fs/read?T body=json answer=stream accept=application/octet-stream',
  () => import('../schemas/sandboxesReadSessionFile.ts'),
);
