// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteSessionSnapshotRequest, DeleteSessionSnapshotResponseBody } from '../types/sandboxes.ts';

/**
 * Deletes a snapshot of a sandbox.
 * DELETE /v2/sandboxes/snapshots/{snapshotId}
 */
export const sandboxesDeleteSessionSnapshot: Operation<DeleteSessionSnapshotRequest, DeleteSessionSnapshotResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/sandboxes/snapshots/{snapshotId}?T',
  () => import('../schemas/sandboxesDeleteSessionSnapshot.ts'),
);
