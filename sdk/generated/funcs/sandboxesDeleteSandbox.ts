// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteSandboxRequest, DeleteSandboxResponseBody } from '../types/sandboxes.ts';

/**
 * Deletes a sandbox by its name.
 * DELETE /v2/sandboxes/{name}
 */
export const sandboxesDeleteSandbox: Operation<DeleteSandboxRequest, DeleteSandboxResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/sandboxes/{name}?projectId&deleteOrphanSnapshots&T',
  () => import('../schemas/sandboxesDeleteSandbox.ts'),
);
