// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetSessionSnapshotRequest, GetSessionSnapshotResponseBody } from '../types/sandboxes.ts';

/**
 * Reads one snapshot of a sandbox.
 * GET /v2/sandboxes/snapshots/{snapshotId}
 */
export const sandboxesGetSessionSnapshot: Operation<GetSessionSnapshotRequest, GetSessionSnapshotResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/sandboxes/snapshots/{snapshotId}?T',
  () => import('../schemas/sandboxesGetSessionSnapshot.ts'),
);
