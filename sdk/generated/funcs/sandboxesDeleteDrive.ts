// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteDriveRequest, DeleteDriveResponseBody } from '../types/sandboxes.ts';

/**
 * Deletes a drive of sandboxes with its data.
 * DELETE /v2/sandboxes/drives/{name}
 */
export const sandboxesDeleteDrive: Operation<DeleteDriveRequest, DeleteDriveResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/sandboxes/drives/{name}?projectId&T',
  () => import('../schemas/sandboxesDeleteDrive.ts'),
);
